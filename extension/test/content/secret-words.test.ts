// Names of fields that say that the field holds a secret.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { namesCodeBox, namesSecret } from '../../src/content/observe/secret-words';

void test('secret words are found in any spelling of a name', () => {
  for (const name of [
    'password',
    'user_password',
    'newPassword2',
    'passcode',
    'PIN',
    'userPin',
    'otp-1',
    'cvv',
    'cardCvc',
    'Security code',
    'verificationCode',
    'card_number',
    'cardNumber',
    'Card number',
    'creditcardnumber',
    'one-time code',
    'Authenticator code',
    'cvv2',
    'OTPCode',
    'PINCODE',
    'smsotp',
    'cardcvv',
    'cvvcode',
    'userpin',
    'userpwd',
    'Pass\u00adword',
    '카드 번호',
    '비밀번호'.normalize('NFD'),
    'パスワード'.normalize('NFD'),
    'contraseña'.normalize('NFD'),
    '비밀번호',
    'パスワード',
  ]) {
    assert.equal(namesSecret(name), true, name);
  }
});

void test('a word that only contains one is no secret', () => {
  for (const name of [
    'shipping',
    'pinterest',
    'opinion',
    'spin',
    'compass',
    'discard',
    'username',
    'promo code',
    'card holder',
    'cvs store',
    'myPinterest',
    'newspin',
    'laptop code',
    'hidden',
  ]) {
    assert.equal(namesSecret(name), false, name);
  }
});

void test('boxes for codes are secret, those for post codes are not', () => {
  for (const name of ['code', 'digit-1', 'code3', 'smsCode'])
    assert.equal(namesCodeBox(name), true, name);
  for (const name of ['zip_code', 'postal code', 'postcode', 'amount']) {
    assert.equal(namesCodeBox(name), false, name);
  }
});
