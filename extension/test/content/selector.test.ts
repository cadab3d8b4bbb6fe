// Selectors: what is accepted, how it is read, and what is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseSelector } from '../../src/content/target/parse';
import { NotAccepted } from '../../src/content/target/scan';
import { matchesText, type TextMatch } from '../../src/content/target/text-match';
import { testsValueAttribute } from '../../src/content/target/secrets';

const kinds = (selector: string): string[] => parseSelector(selector).map(({ step }) => step);

function textMatch(selector: string): TextMatch {
  const [step] = parseSelector(selector);
  assert.equal(step?.step, 'text');
  return step.match;
}

const refused = (selector: string): void => {
  assert.throws(() => parseSelector(selector), NotAccepted, selector);
};

void test('a chain is read step by step', () => {
  assert.deepEqual(kinds('e12 >> .. >> text=Save >> nth=-1'), ['ref', 'parent', 'text', 'nth']);
  assert.deepEqual(kinds('ul > li:has-text("a >> b") >> xpath=..'), ['css', 'parent']);
  assert.deepEqual(kinds('e3 >> //td[text()="x"]/..'), ['ref', 'xpath']);
});

void test('a ref may only come first, and nth and .. may not', () => {
  refused('div >> e12');
  refused('nth=0');
  refused('..');
});

void test('forms that are not on the list are refused', () => {
  for (const selector of ['id=a', 'data-testid=b', 'css=div', 'internal:near=x', ''])
    refused(selector);
  for (const selector of [
    'a:near(b)',
    'a:nth-match(b, 1)',
    'div:has(a:visible)',
    ':not(:has-text("x"))',
  ]) {
    refused(selector);
  }
});

void test('lax text ignores case and white space', () => {
  assert.equal(
    matchesText('Please Save  it'.replace(/\s+/g, ' '), textMatch('text=save it')),
    true,
  );
});

void test('an apostrophe in lax text is a letter', () => {
  assert.deepEqual(kinds("text=Don't >> nth=0"), ['text', 'nth']);
  assert.equal(matchesText("Don't go", textMatch("text=Don't")), true);
});

void test('quoted text is the whole text with its case', () => {
  const match = textMatch('text="Save"');
  assert.equal(matchesText('Save', match), true);
  assert.equal(matchesText('save', match), false);
  assert.equal(matchesText('Save all', match), false);
  assert.equal(matchesText('SAVE all', textMatch('"Save"i')), true);
});

void test('only flags may follow the last slash of an expression', () => {
  assert.equal(matchesText('SAVED', textMatch('text=/^sav(e|ed)$/i')), true);
  assert.equal(textMatch('text=/api/users').how, 'contains');
  refused('text=/(/');
  refused('text=');
});

void test('an expression may hold what separates steps', () => {
  assert.deepEqual(kinds('text=/a >> b/ >> nth=0'), ['text', 'nth']);
});

void test('a role is read with its attributes', () => {
  const [step] = parseSelector('role=heading[name="Save \\"it\\""s][level=2][include-hidden]');
  assert.deepEqual(step, {
    step: 'role',
    query: {
      role: 'heading',
      name: { how: 'equals', text: 'Save "it"', ignoreCase: false },
      level: '2',
      includeHidden: true,
    },
  });
});

void test('a role’s name may be a part or an expression', () => {
  const name = (selector: string): TextMatch | null => {
    const [step] = parseSelector(selector);
    return step?.step === 'role' ? step.query.name : null;
  };
  const starts = { how: 'starts', text: 'new', ignoreCase: true };
  assert.deepEqual(name('role=link[name^="New"]'), starts);
  const ends = { how: 'ends', text: 'New', ignoreCase: false };
  assert.deepEqual(name('role=link[name$="New"s]'), ends);
  assert.equal(name('role=link[name=/a[/]b/i]')?.how, 'pattern');
  assert.equal(name('internal:role=link[name="new"i]')?.how, 'contains');
  const whole = { how: 'equals', text: 'new', ignoreCase: true };
  assert.deepEqual(name('role=link[name="New"]'), whole);
  assert.deepEqual(name('internal:role=link[name="New"]'), whole);
});

void test('a name and a level have one form', () => {
  for (const selector of ['role=link[name=New]', 'role=link[name="N"ew]', 'role=link[level=x]']) {
    refused(selector);
  }
});

void test('an apostrophe in an expression is a letter', () => {
  assert.deepEqual(kinds("role=link[name=/it's/i] >> nth=0"), ['role', 'nth']);
  assert.deepEqual(kinds('internal:label=/a >> "b/ >> nth=0'), ['label', 'nth']);
});

void test('an escaped colon begins no pseudo-class', () => {
  const [step] = parseSelector('.md\\:visible, .sm\\:above');
  assert.equal(step?.step, 'css');
  assert.deepEqual(
    step.selector.map(({ kind }) => kind),
    ['native', 'native'],
  );
});

void test('a role takes no other attribute', () => {
  refused('role=button[checked]');
  refused('role=button[name="a"');
});

void test('a list is taken apart only where a pseudo-class of ours stands', () => {
  const [step] = parseSelector('a[title="x,y"], div > p:has-text("a, b"):visible');
  assert.equal(step?.step, 'css');
  assert.deepEqual(step.selector, [
    { kind: 'native', css: 'a[title="x,y"]' },
    {
      kind: 'extended',
      compounds: [
        { combinator: ' ', css: 'div', tests: [] },
        {
          combinator: '>',
          css: 'p',
          tests: [
            { test: 'has-text', match: { how: 'contains', text: 'a, b' } },
            { test: 'visible' },
          ],
        },
      ],
    },
  ]);
});

void test('a selector that looks at the value attribute is seen', () => {
  for (const css of [
    '[value]',
    'input[ VALUE^=a]',
    '[*|value=x]',
    ':has([value$="1"])',
    '[v\\61lue]',
    '[v/**/]',
  ]) {
    assert.equal(testsValueAttribute(css), true, css);
  }
  for (const css of ['[name=value]', 'a[href]', '.value', '[data-value="1"]']) {
    assert.equal(testsValueAttribute(css), false, css);
  }
});
