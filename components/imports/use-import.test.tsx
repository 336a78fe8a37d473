import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ImportReply } from './import-reply'
import { useImport } from './use-import'

function readFirstFindings(initial: ImportReply) {
  let findings: ImportReply | null | undefined
  function Probe() {
    findings = useImport('demo', initial).findings
    return null
  }
  renderToStaticMarkup(<Probe />)
  return findings
}

test.each(['checked', 'rejected'] as const)(
  'a page that opens a %s import has its result as findings',
  (state) => {
    const initial = { import: 'a', state, options: null } as ImportReply
    expect(readFirstFindings(initial)).toBe(initial)
  },
)

test('a page that opens an import without a result has no findings', () => {
  const initial = { import: 'a', state: 'checking', options: null } as ImportReply
  expect(readFirstFindings(initial)).toBeNull()
})
