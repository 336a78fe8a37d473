import { expect, test } from 'vitest'
import { flows, projectTemplates } from '@/lib/projects/settings'
import { copyTemplateSettings } from '@/lib/projects/templates'
import { typesetText } from '@/lib/typesetting/typeset-text'
import { joinWrappedLines } from './join-wrapped-lines'
import { writeGuideline } from './write-guideline'

test('joinWrappedLines joins the lines of a paragraph or list item, but not those of headings, tables and code', () => {
  const text = `
## Head
One
two.

- Item that
  goes on
- Next
3. Third
   line

| a | b |
|---|---|
| c | d |
After.

~~~py
x = 1
y = 2
~~~
End
`
  expect(joinWrappedLines(text)).toBe(
    '## Head\nOne two.\n\n- Item that goes on\n- Next\n3. Third line\n\n' +
      '| a | b |\n|---|---|\n| c | d |\nAfter.\n\n~~~py\nx = 1\ny = 2\n~~~\nEnd',
  )
})

const cases = projectTemplates.flatMap((template) => flows.map((flow) => [template, flow] as const))

test.each(cases)(
  'every formula can be typeset in the guideline of template %s for flow %s',
  (template, flow) => {
    const text = writeGuideline({
      template,
      flow,
      showsAnswer: true,
      ...copyTemplateSettings(template),
    })
    const set = JSON.stringify(typesetText(text))
    expect(set).not.toContain('"html":null')
    // Remaining dollar signs or commands in text would be an unrecognised formula.
    const texts = [...set.matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]!)
    for (const output of texts.filter((part) => !part.includes('x^2')))
      expect(output).not.toMatch(/\$|\\\\[a-z]/)
  },
)
