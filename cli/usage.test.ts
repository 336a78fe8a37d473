import { describe, expect, test } from 'vitest'
import packageJson from '@/package.json' with { type: 'json' }
import { inputFormats as readFormats } from '@/lib/formats/detect'
import { runExportContract } from '@/lib/exports/contract'
import { listedProblems as importLists, runImportContract } from '@/lib/imports/contract'
import { createTokenForContract } from '@/lib/auth/contract'
import { createProjectContract } from '@/lib/projects/contract'
import { listedProblems } from './check-file'
import { buildProgram, commands } from './stepmark'
import { runCommand } from './testing/run-command'
import type { Shell } from './shell'

const commandLines = Object.keys(commands)

describe('wrong usage ends with 2, says why on standard error and leaves standard output empty', () => {
  test.each([
    [[], /Usage: stepmark/],
    [['labelle'], /unknown command 'labelle'/],
    [['project'], /Usage: stepmark project/],
    [['valdate'], /Did you mean validate/],
    [['validate', '--nonsense'], /unknown option '--nonsense'/],
    [['validate', 'a', 'b'], /too many arguments/],
    [['validate', '--format', 'csv'], /Allowed choices are auto, prm800k, generic/],
    [['import', 'a.jsonl'], /required option '--project <name>'/],
    [['export', '--project', 'a'], /required option '--format <name>'/],
    [['project', 'create'], /missing required argument 'NAME'/],
    [['project', 'create', 'A', '--overlap', 'two'], /Give a whole number/],
    [['project', 'create', 'A', '--template', 'poetry'], /Allowed choices are mathematics, code/],
    [['project', 'guideline', 'a.md', '--project', 'a'], /--summary WORDS/],
    [['token', 'create', '--name', 'a', '--days', 'ten'], /Give a whole number, or never/],
    [['token', 'create', '--name', 'a'], /--user EMAIL/],
    [['status'], /--url, or STEPMARK_URL/],
    [['status', '--url', 'localhost:3000'], /begins with http/],
    [['status', '--url', 'http://localhost:3000'], /STEPMARK_TOKEN is not set/],
    [['migrate'], /DATABASE_URL is not set/],
    [['admin', 'create', '--email', 'x', '--name', 'X'], /--email: is not an e-mail address/],
  ])('%j', async (argv, message) => {
    const { status, stdout, stderr } = await runCommand(argv)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(message)
  })
})

test('--version is the version of the package', async () => {
  expect(await runCommand(['--version'])).toEqual({
    status: 0,
    stdout: `${packageJson.version}\n`,
    stderr: '',
  })
})

test.each(['', ...commandLines])('stepmark %s --help shows an example', async (name) => {
  const argv = [...name.split(' ').filter(Boolean), '--help']
  const { status, stdout, stderr } = await runCommand(argv)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/\nExample:\n {2}\$ .*stepmark /)
})

test('choices and limits are those of the contracts', async () => {
  const shell = {} as Shell
  const choicesOf = async (name: string, flag: string) => {
    const argv = name.split(' ')
    let command = await buildProgram(argv, shell)
    for (const word of argv) command = command.commands.find((child) => child.name() === word)!
    return command.options.find(({ long }) => long === flag)?.argChoices
  }
  const { format, take, labels } = runImportContract.input.shape
  expect(await choicesOf('import', '--format')).toEqual(format.unwrap().options)
  expect(await choicesOf('import', '--take')).toEqual(take.unwrap().options)
  expect(await choicesOf('import', '--labels')).toEqual(labels.unwrap().options)
  const made = createProjectContract.input.shape
  expect(await choicesOf('project create', '--template')).toEqual(made.template.unwrap().options)
  expect(await choicesOf('project create', '--flow')).toEqual(made.flow.unwrap().options)
  expect(await choicesOf('validate', '--format')).toEqual(['auto', ...Object.keys(readFormats)])
  const exported = runExportContract.input.shape
  expect(await choicesOf('export', '--format')).toEqual(exported.format.options)
  expect((await choicesOf('export', '--labels'))!.sort()).toEqual(
    [...exported.labels.unwrap().options].sort(),
  )
  expect(await choicesOf('token create', '--scope')).toEqual(
    createTokenForContract.input.shape.scope.options,
  )
  expect(listedProblems).toBe(importLists)
})
