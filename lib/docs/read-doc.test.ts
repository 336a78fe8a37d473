import { expect, test } from 'vitest'
import { readDoc, readText } from './read-doc'

test('takes the title from the first heading and lists sections with unique anchors', () => {
  const doc = readDoc(
    '# Exports & releases\n\n## One `code`\n\n### Detail\n\n## Twice\n\n## Twice\n',
  )
  expect(doc.title).toBe('Exports & releases')
  expect(doc.sections).toEqual([
    { id: 'one-code', title: 'One code' },
    { id: 'twice', title: 'Twice' },
    { id: 'twice-1', title: 'Twice' },
  ])
})

test('makes the items of a list children of its token, with the text of their emphasis', () => {
  const [list] = readDoc('- one\n- two *three*\n').nodes
  expect(list!.token.tag).toBe('ul')
  expect(list!.children.map(readText)).toEqual(['one', 'two three'])
})

test('keeps HTML as text', () => {
  const { nodes } = readDoc('<script>alert(1)</script>\n\na <b>c</b>')
  expect(nodes.map(readText)).toEqual(['<script>alert(1)</script>', 'a <b>c</b>'])
  expect(JSON.stringify(nodes)).not.toContain('html_')
})

test('calls a page without a heading "Documentation"', () => {
  expect(readDoc('Text').title).toBe('Documentation')
})
