// The words that make a field's name, id, placeholder or label say that it holds a secret
// (contract: *Sensitive-field redaction*). Pure, so that it can be tested on text.

import { BREAK_MARKS } from './fold';

/** Parts of a word that are enough, in any script. */
const SECRET_PARTS =
  /pass(word|code|phrase|wd)|passwd|contrase(ñ|n)a|mot de passe|kennwort|passwort|senha|wachtwoord|lösenord|adgangskode|salasana|hasło|heslo|şifre|парол|비밀 ?번호|암호|카드 ?번호|보안 ?코드|인증 ?번호|パスワード|暗証番号|カード番号|セキュリティコード|密码|密碼|验证码|驗證碼|卡号|卡號|安全码|安全碼/;

/** Whole words and pairs of words. */
const SECRET_WORDS =
  /\b(cid|secret|(security|verification|auth(enticat(ion|or))?|confirmation|one ?time|two ?factor|sms|login|mfa|2 ?fa) ?codes?|(credit ?|debit ?)?card ?(number|num|no)|cc ?(number|num|no|csc|cvc))\b/;

/** Short words, also written together with what they are for, as in `userpin` or `cvvcode`. */
const SHORT_SECRETS =
  /\b(account|atm|bank|card|cc|confirm|email|login|mobile|my|new|old|phone|sms|t|user)?(pwd|pin|otp|cvv|cvc|csc|cvn)(codes?|field|input|no|num(ber)?|value)?\b/;

const CODE_BOX = /\b(codes?|digits?|otp|pin)\b/;
const POSTAL = /\b(zip|postal|post ?codes?|postcode|plz)\b/;

/** What was split lately: a page's names come again with each read. */
const split = new Map<string, string>();
const SPLIT_KEPT = 1000;
/** No name is longer. */
const NAME_LENGTH = 200;

function words(text: string): string {
  if (text.length > NAME_LENGTH) return splitWords(text);
  let known = split.get(text);
  if (known === undefined) {
    known = splitWords(text);
    if (split.size >= SPLIT_KEPT) split.clear();
    split.set(text, known);
  }
  return known;
}

/** Splits `userPin`, `card_number` and `otp1` into lower-case words. */
function splitWords(text: string): string {
  return text
    .normalize('NFC')
    .replace(BREAK_MARKS, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();
}

export function namesSecret(text: string): boolean {
  const folded = words(text);
  return [SECRET_PARTS, SECRET_WORDS, SHORT_SECRETS].some(words => words.test(folded));
}

/** For inputs that take digits: named like a box for a code or a digit of one. */
export function namesCodeBox(text: string): boolean {
  const folded = words(text);
  return CODE_BOX.test(folded) && !POSTAL.test(folded);
}
