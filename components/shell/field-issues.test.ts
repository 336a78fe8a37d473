import { describe, expect, it } from 'vitest'
import {
  describeHiddenFieldIssues,
  findInvalidControl,
  checkRequiredFields,
  hasIssues,
  listFieldsThatShowErrors,
} from './field-issues'

const controls = [
  { name: '', type: 'fieldset' },
  { name: 'name', type: 'text' },
  { name: 'role', type: 'radio' },
  { name: 'note', type: 'textarea' },
  { name: '', type: 'submit' },
]

describe('checkRequiredFields', () => {
  it('returns the message of each blank field', () => {
    const issues = checkRequiredFields({
      name: [' ', 'Enter a name.'],
      note: ['Great', 'Enter a reason.'],
    })
    expect(issues).toEqual({ name: 'Enter a name.' })
  })
})

describe('hasIssues', () => {
  it('ignores errors that were cleared', () => {
    expect(hasIssues({})).toBe(false)
    expect(hasIssues({ name: undefined, note: '' })).toBe(false)
    expect(hasIssues({ name: undefined, note: 'Enter a reason.' })).toBe(true)
  })
})

describe('findInvalidControl', () => {
  it('returns the first invalid control in the order of the form', () => {
    const issues = { note: 'Enter a reason.', name: 'Enter a name.' }
    expect(findInvalidControl(controls, issues)).toBe(controls[1])
    expect(findInvalidControl(controls, { ...issues, name: undefined })).toBe(controls[3])
  })

  it('returns an invalid radio button', () => {
    expect(findInvalidControl(controls, { role: 'Choose a role.' })).toBe(controls[2])
  })

  it('returns undefined if no control has an error', () => {
    expect(findInvalidControl(controls, { slug: 'This is taken.' })).toBeUndefined()
  })
})

describe('describeHiddenFieldIssues', () => {
  const describeIssues = (issues: Record<string, string | undefined>) =>
    describeHiddenFieldIssues(
      issues,
      listFieldsThatShowErrors(controls),
      () => 'the message of the error',
    )

  it('is empty if all issues are shown at their fields', () => {
    expect(describeIssues({ name: 'This is taken.' })).toBeNull()
    expect(describeIssues({ name: 'This is taken.', note: 'Too long.' })).toBeNull()
  })

  it('is the message of the error if it has no issues, or only one without a field', () => {
    expect(describeIssues({})).toBe('the message of the error')
    expect(describeIssues({ email: undefined })).toBe('the message of the error')
    expect(describeIssues({ slug: 'This is taken.' })).toBe('the message of the error')
  })

  it('lists the issues that are not shown at a field', () => {
    expect(describeIssues({ name: 'This is taken.', slug: 'Too long.' })).toBe('slug: Too long.')
    expect(describeIssues({ slug: 'Too long.', days: 'Too big.' })).toBe(
      'slug: Too long. days: Too big.',
    )
  })

  it('lists issues of choices, which show no error', () => {
    expect(describeIssues({ name: 'This is taken.', role: 'Unknown.' })).toBe('role: Unknown.')
  })
})
