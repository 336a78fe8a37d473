import { expect, test } from 'vitest'
import { describeReferenceAnswer } from './describe-project-progress'

test('the summary of a project names the hidden-reference share only to people who may know it', () => {
  const project = { showsAnswer: true }
  expect(describeReferenceAnswer(project, 0.3)).toBe('Shown, except for 30% of annotations')
  expect(describeReferenceAnswer(project, 0.125)).toBe('Shown, except for 12.5% of annotations')
  expect(describeReferenceAnswer(project, 0)).toBe('Shown')
  expect(describeReferenceAnswer(project, null)).toBe('Shown')
  expect(describeReferenceAnswer({ showsAnswer: false }, 0.3)).toBe('Hidden')
})
