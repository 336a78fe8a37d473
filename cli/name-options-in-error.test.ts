import { Command } from 'commander'
import { expect, test } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { OperationContinuesError } from './errors'
import { nameOption, nameOptionsInError } from './name-options-in-error'

const command = new Command('release')
  .option('--annotators <labeler>')
  .option('--extra-annotators <number>')
  .option('--held-out <list>')
  .option('--no-held-out')

function makeRejection(...locations: string[]): AppError {
  const issues = locations.map((location) => ({ location, reason: 'is empty' }))
  return new AppError('invalid_input', `${locations[0]}: is empty`, { issues })
}

test.each([
  ['extraAnnotators', '--extra-annotators'],
  ['policy.overlap.extraAnnotators', '--extra-annotators'],
  ['filters.labelers.0', '--annotators'],
  ['heldOut.lists.12', '--held-out'],
  ['split.seed', 'split.seed'],
  ['', ''],
])('the error location "%s" is named "%s"', (location, name) => {
  expect(nameOption(location, command)).toBe(name)
})

test('a rejected request names the options in its message and its issues', () => {
  const error = nameOptionsInError(makeRejection('filters.labelers.0', 'name'), command)
  expect(error).toMatchObject({
    message: '--annotators: is empty',
    details: {
      issues: [
        { location: '--annotators', reason: 'is empty' },
        { location: 'name', reason: 'is empty' },
      ],
    },
  })
})

test('an error after which an operation continues names the options of its cause', () => {
  const cause = makeRejection('extraAnnotators')
  const error = nameOptionsInError(new OperationContinuesError('It continues.', cause), command)
  expect(error).toBeInstanceOf(OperationContinuesError)
  expect(error).toMatchObject({
    serverState: 'It continues.',
    message: '--extra-annotators: is empty',
    cause: { message: '--extra-annotators: is empty' },
  })
})

test('an error without a command or without issues stays as it is', () => {
  const rejection = makeRejection('extraAnnotators')
  expect(nameOptionsInError(rejection, null)).toBe(rejection)
  const conflict = new AppError('conflict', 'In use.')
  expect(nameOptionsInError(conflict, command)).toBe(conflict)
})
