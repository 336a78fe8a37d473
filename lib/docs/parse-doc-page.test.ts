import { expect, test } from 'vitest'
import { parseDocPage, readNodeText } from './parse-doc-page'

test('parseDocPage takes the title from the first heading and lists sections with unique anchors', () => {
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

test('parseDocPage returns list items as children of the list, and their text includes emphasised words', () => {
  const [list] = parseDocPage('- one\n- two *three*\n').nodes
  expect(list!.token.tag).toBe('ul')
  expect(list!.children.map(readNodeText)).toEqual(['one', 'two three'])
})

test('parseDocPage keeps HTML as text', () => {
  const { nodes } = parseDocPage('<script>alert(1)</script>\n\na <b>c</b>')
  expect(nodes.map(readNodeText)).toEqual(['<script>alert(1)</script>', 'a <b>c</b>'])
  expect(JSON.stringify(nodes)).not.toContain('html_')
})

test('parseDocPage titles a page without a heading "Documentation"', () => {
  expect(parseDocPage('Text').title).toBe('Documentation')
})
