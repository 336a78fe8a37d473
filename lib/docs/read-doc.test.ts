import { expect, test } from 'vitest'
import { parseDocPage, readNodeText } from './read-doc'

test('takes the title from the first heading and lists sections with unique anchors', () => {
  const doc = parseDocPage(
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
  const [list] = parseDocPage('- one\n- two *three*\n').nodes
  expect(list!.token.tag).toBe('ul')
  expect(list!.children.map(readNodeText)).toEqual(['one', 'two three'])
})

test('keeps HTML as text', () => {
  const { nodes } = parseDocPage('<script>alert(1)</script>\n\na <b>c</b>')
  expect(nodes.map(readNodeText)).toEqual(['<script>alert(1)</script>', 'a <b>c</b>'])
  expect(JSON.stringify(nodes)).not.toContain('html_')
})

test('calls a page without a heading "Documentation"', () => {
  expect(parseDocPage('Text').title).toBe('Documentation')
})
