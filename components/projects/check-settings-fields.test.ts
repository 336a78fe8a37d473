import { expect, test } from 'vitest'
import { maxErrorTags } from '@/lib/projects/error-tags'
import { copyTemplateSettings } from '@/lib/projects/templates'
import { checkSettingsFields, toSettingsFields } from './check-settings-fields'
import { parseErrorTags, formatErrorTags } from './error-tags-text'
import type { Project } from './project'

const project: Project = {
  id: '01900000-0000-7000-8000-000000000001',
  slug: 'algebra',
  name: 'Algebra',
  flow: 'solution',
  overlap: 1,
  leaseMinutes: 30,
  showsAnswer: true,
  hidesAnnotatorNames: true,
  explainsGold: false,
  template: 'mathematics',
  guidelineVersion: 1,
  confirmedGuidelineVersion: 0,
  role: 'admin',
  ...copyTemplateSettings('mathematics'),
}

test('checkSettingsFields returns no changes for an unchanged form', () => {
  expect(checkSettingsFields(project, toSettingsFields(project))).toEqual({
    changes: {},
    errors: {},
  })
})

test('checkSettingsFields returns only changed fields', () => {
  const fields = {
    ...toSettingsFields(project),
    overlap: ' 2 ',
    asksProgress: false,
    errorTags: '',
  }
  expect(checkSettingsFields(project, fields)).toEqual({
    changes: { overlap: 2, asksProgress: false, errorTags: [] },
    errors: {},
  })
})

test('checkSettingsFields reports each error at its field', () => {
  const fields = {
    ...toSettingsFields(project),
    name: ' ',
    overlap: '11',
    leaseMinutes: '1.5',
    errorTags: 'x',
  }
  const { errors } = checkSettingsFields(project, fields)
  expect(Object.keys(errors)).toEqual(['name', 'overlap', 'leaseMinutes', 'errorTags'])
})

test('parseErrorTags reads one error type per line in order, and names the first invalid line', () => {
  const { errorTags } = copyTemplateSettings('code')
  expect(parseErrorTags(formatErrorTags(errorTags))).toEqual({ value: errorTags })
  expect(parseErrorTags('\n a : b: c \r\n\n')).toEqual({
    value: [{ tag: 'a', label: 'b: c' }],
  })
  const makeLines = (length: number) => Array.from({ length }, (_, i) => `t${i}: w`).join('\n')
  expect(parseErrorTags(makeLines(maxErrorTags))).toHaveProperty('value')
  for (const [text, reason] of [
    ['a: b\nc', 'Line 2: write an id'],
    ['A b: c', 'Line 1: the id "A b"'],
    ['a:  ', 'Line 1: add a name for'],
    ['a: b\n\na: c', 'Line 3: the id "a" is already listed'],
    [`a: ${'w'.repeat(121)}`, 'Line 1: the name has more'],
    [`${'a'.repeat(41)}: b`, 'Line 1: the id has more'],
    [makeLines(maxErrorTags + 1), `At most ${maxErrorTags} error types`],
  ] as const) {
    const result = parseErrorTags(text)
    expect(result).toEqual({ error: expect.stringContaining(reason) as string })
  }
})
