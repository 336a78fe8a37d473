import { describe, expect, test } from 'vitest'
import { splitStyles } from '@/lib/steps/split-steps'
import { createProjectContract } from './contract'
import { errorTagsField } from './error-tags'
import { writeGuideline } from './guidelines/write-guideline'
import { flows, guidelineMaxLength, projectTemplates, stepSplittings } from './settings'
import { copyTemplateSettings } from './templates'

const plainSettings = { asksExplanation: false, asksProgress: false, errorTags: [] }

test('the step splittings of projects are those of lib/steps, and auto', () => {
  expect(stepSplittings).toEqual(['auto', ...splitStyles])
})

describe.each(projectTemplates)('the template %s', (template) => {
  const settings = copyTemplateSettings(template)

  test('is valid input for a project, with 6 to 9 error types', () => {
    const input = { name: 'A', template, ...settings }
    expect(createProjectContract.input.parse(input)).toMatchObject(settings)
    expect(errorTagsField.parse(settings.errorTags)).toEqual(settings.errorTags)
    expect(settings.errorTags.length).toBeGreaterThanOrEqual(6)
    expect(settings.errorTags.length).toBeLessThanOrEqual(9)
  })

  test('is copied to a new object on each call', () => {
    expect(copyTemplateSettings(template).errorTags).not.toBe(settings.errorTags)
  })

  test.each(flows)(
    'has a guideline for flow %s that covers only questions that the project asks',
    (flow) => {
      const all = { template, flow, showsAnswer: true, ...settings }
      const text = writeGuideline({ ...all, asksExplanation: true, asksProgress: true })
      const shortGuideline = writeGuideline({ ...all, ...plainSettings, showsAnswer: false })
      expect(text.length).toBeLessThan(guidelineMaxLength)
      for (const heading of ['Summary', 'The three ratings', 'Worked example'])
        expect(shortGuideline).toContain(`\n## ${heading}\n`)
      expect(shortGuideline).not.toMatch(/\n### (Explanation of the error|Error types|Progress)/)
      expect(shortGuideline).not.toContain('**Reference answer.**')
      expect(text).toContain('**Reference answer.**')
      if (flow === 'step_choice') {
        expect(text).toContain('## Writing a step yourself')
        expect(text).not.toContain('first error')
        return
      }
      expect(text).toContain('### Explanation of the error')
      expect(text).toContain('### Progress')
      for (const { label } of settings.errorTags) expect(text).toContain(`\n- ${label}\n`)
    },
  )

  test('has a worked example in its guideline that uses one of its error types', () => {
    const text = writeGuideline({ template, flow: 'solution', showsAnswer: true, ...settings })
    const named = /Error type:\*\* “([^”]+)”/.exec(text)?.[1]
    expect(settings.errorTags.map(({ label }) => label)).toContain(named)
  })
})
