import { expect, test } from 'vitest'
import { shortenStatement, statementExcerptLength } from './shorten-statement'

const fill = (length: number) => 'x'.repeat(length)

test.each([
  ['a statement that just fits', fill(statementExcerptLength), fill(statementExcerptLength)],
  ['a word at the cut', `${fill(70)} and ${fill(20)}`, `${fill(70)} and …`],
  ['a formula at the cut', `${fill(60)} if $x = 1 + 2 + 3 + 4 + 5 + 6$`, `${fill(60)} if …`],
  ['a formula that has just begun at the cut', `${fill(73)} for $x + y$`, `${fill(73)} for …`],
  [
    'a formula after another one',
    `${fill(50)} $x$ and $y$ satisfy \\[x = 1 + ${fill(20)}\\]`,
    `${fill(50)} $x$ and $y$ satisfy …`,
  ],
  ['a price at the cut', `${fill(75)} at $6.50 each`, `${fill(75)} at …`],
  ['a price before the cut', `It costs $5 ${fill(60)} ${fill(60)}`, `It costs $5 ${fill(60)} …`],
  ['one long word', '𝑥'.repeat(81), `${'𝑥'.repeat(80)} …`],
])('makes an excerpt of %s', (_, statement, excerpt) => {
  expect(shortenStatement(statement)).toBe(excerpt)
})
