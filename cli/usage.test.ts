import { describe, expect, test } from 'vitest'
import { createTokenForUserContract } from '@/lib/auth/contract'
import { createReleaseContract, exportAnnotationsContract } from '@/lib/exports/contract'
import { inputFormatNames } from '@/lib/formats/format-names'
import {
  maxListedErrors as importLists,
  startImportContract,
  maxFileBytes as importTakes,
  maxChunkBytes,
} from '@/lib/imports/contract'
import { createProjectContract } from '@/lib/projects/contract'
import { createScorerContract, startScoreRunContract } from '@/lib/scoring/contract'
import { maxScoreLinesPerCall } from '@/lib/scoring/import-contract'
import packageJson from '@/package.json' with { type: 'json' }
import { maxReportedLineErrors } from './check-import-file'
import { uploadChunkBytes } from './file-chunks'
import { maxInputFileBytes } from './file-options'
import { includeOptionValues } from './release-options'
import { maxScoreLinesPerRequest } from './send-scores'
import { buildProgram, commandLoaders } from './stepmark'
import type { Terminal } from './terminal'
import { runCommand } from './testing/run-command'

const commandLines = Object.keys(commandLoaders)

describe('a wrong command line exits with 2, an explanation on standard error and an empty standard output', () => {
  test.each([
    [[], /Usage: stepmark/],
    [['labelle'], /unknown command 'labelle'/],
    [['labelle', '--help'], /unknown command 'labelle'/],
    [['project'], /Usage: stepmark project/],
    [['round', 'open', '--help'], /unknown command 'open'/],
    [['release', 'held-out', 'drop', '-h'], /unknown command 'drop'/],
    [['valdate'], /Did you mean validate/],
    [['validate', '--nonsense'], /unknown option '--nonsense'/],
    [['validate', 'a', 'b'], /too many arguments/],
    [['validate', '--format', 'xml'], /Allowed choices are auto, prm800k, stepmark, generic/],
    [['import', 'a.jsonl'], /required option '--project <slug>'/],
    [
      ['import', 'a.jsonl', '--project', 'a', '--invalid-lines', 'some'],
      /Allowed choices are reject, skip/,
    ],
    [
      ['export', '--project', 'a', '--format', 'csv', '--neutral', 'half'],
      /Allowed choices are pos/,
    ],
    [
      ['project', 'quality', '--project', 'a', '--gold-share', '0.9'],
      /'--gold-share <share>' argument '0.9' is invalid. Use a number from 0 to 0.5/,
    ],
    [['diff', 'a.jsonl'], /missing required argument 'AFTER'/],
    [['select'], /required option '--policy <name>'/],
    [['select', '--policy', 'convincing'], /Allowed choices are convincing-wrong, paper-80-20/],
    [['select', '--policy', 'convincing-wrong'], /needs --per-problem K or --top K/],
    [
      ['select', '--policy', 'convincing-wrong', '--top', '1', '--per-problem', '1'],
      /--per-problem K or --top K, not both/,
    ],
    [
      ['select', '--policy', 'uncertain', '--per-problem', '1001'],
      /'--per-problem <K>' argument '1001' is invalid. Use a whole number from 1 to 1000/,
    ],
    [['select', '--policy', 'paper-80-20', '--top', '1'], /takes --n N, not --top K/],
    [['select', '--policy', 'random'], /needs --n N/],
    [['select', '--policy', 'random', '--n', '0'], /from 1 to 1000000/],
    [['select', '--policy', 'uncertain', '--exploration', '1.5'], /a number from 0 to 1/],
    [['best-of-n'], /required option '--n <numbers>'/],
    [['best-of-n', '--n', '1,0'], /whole numbers from 1/],
    [['best-of-n', '--n', '1', '--pool', 'all'], /Use a whole number/],
    [['agreement', '--resamples', '0'], /from 1 to 100000/],
    [['agreement', '--exclude', 'gold'], /"gold" is unknown. Use quality-control or screening/],
    [['agreement', '--format', 'csv'], /Allowed choices are auto, prm800k, stepmark/],
    [['simulate', '--policies', 'random,clever'], /"clever" is not a policy/],
    [['simulate', '--budget', '10'], /smaller than --batch/],
    [['split', '--splitting', 'word'], /Allowed choices are auto, step-tag/],
    [['release', 'create', 'A', '--project', 'a'], /required option '--formats <names>'/],
    [
      ['release', 'create', 'A', '--project', 'a', '--formats', 'csv,xml'],
      /"xml" is unknown. Use one of prm800k/,
    ],
    [
      ['release', 'create', 'A', '--project', 'a', '--formats', 'csv', '--from', 'May'],
      /Use 2026-/,
    ],
    [
      ['release', 'create', 'A', '--project', 'a', '--formats', 'csv', '--test-share', '1'],
      /0 to 0.9/,
    ],
    [
      ['release', 'create', 'A', '--project', 'a', '--formats', 'csv', '--include', 'all'],
      /is unknown. Use one of unf/,
    ],
    [['release', 'show', 'first', '--project', 'a'], /Use a whole number/],
    [['release', 'push', '1', '--project', 'a', '--repo', 'steps'], /Use owner\/name/],
    [['release', 'held-out'], /Usage: stepmark release held-out/],
    [['release'], /Usage: stepmark release/],
    [['score'], /Usage: stepmark score/],
    [['score', 'run', '--project', 'a'], /missing required argument 'SCORER'/],
    [['score', 'run', 'A', '--project', 'a', '--scope', 'some'], /choices are all, unlabelled/],
    [['scorer', 'add', 'A', '--project', 'a', '--address', 'https://a.example'], /'--connector/],
    [['scorer', 'train', '--project', 'a', '--seed', 'x'], /Use a whole number/],
    [['export', '--project', 'a'], /required option '--format <name>'/],
    [['project', 'create'], /missing required argument 'NAME'/],
    [['project', 'create', 'A', '--overlap', 'two'], /Use a whole number/],
    [['project', 'create', 'A', '--template', 'poetry'], /Allowed choices are mathematics, code/],
    [['project', 'guideline', 'a.md', '--project', 'a'], /--summary TEXT/],
    [['token', 'create', '--name', 'a', '--days', 'ten'], /Use a whole number or never/],
    [['token', 'create', '--name', 'a'], /--user EMAIL/],
    [['status'], /Pass --url or set STEPMARK_URL/],
    [['status', '--url', 'localhost:3000'], /starts with http/],
    [['status', '--url', 'http://localhost:3000'], /STEPMARK_TOKEN is not set/],
    [['migrate'], /DATABASE_URL is not set/],
    [
      ['admin', 'create', '--email', 'x', '--name', ' '],
      /^stepmark: --email: must be an email address\n {10}--name: is empty\nNothing was changed\.\n$/,
    ],
  ])('%j', async (argv, message) => {
    const { status, stdout, stderr } = await runCommand(argv)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(message)
  })
})

describe('`import` rejects missing files and conflicting options before it sends a request', () => {
  const named = ['import', '--project', 'a', '--url', 'http://127.0.0.1:9']
  test.each([
    [[], /No file to import/],
    [['-', '-'], /standard input can be read once/],
    [['-', '--requests', '-'], /standard input can be read once/],
    [['--status', 'x', 'a.jsonl'], /--status takes no FILE/],
    [['--resume', 'x', 'a.jsonl', 'b.jsonl'], /--resume takes at most one FILE/],
    [['--resume', 'x', '--status', 'x'], /Pass either/],
  ])('%j', async (argv, message) => {
    process.env.STEPMARK_TOKEN = 'smk_none'
    const { status, stderr } = await runCommand([...named, ...argv])
    delete process.env.STEPMARK_TOKEN
    expect(status).toBe(2)
    expect(stderr).toMatch(message)
  })
})

test('--version prints the version of the package', async () => {
  expect(await runCommand(['--version'])).toEqual({
    status: 0,
    stdout: `${packageJson.version}\n`,
    stderr: '',
  })
})

test.each(['', ...commandLines])('`stepmark %s --help` shows an example', async (name) => {
  const argv = [...name.split(' ').filter(Boolean), '--help']
  const { status, stdout, stderr } = await runCommand(argv)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/\nExample:\n {2}\$ (?:.|\n {6})*stepmark /)
})

test('choices and limits of command options match the API contracts', async () => {
  const terminal = {} as Terminal
  const choicesOf = async (name: string, flag: string) => {
    const argv = name.split(' ')
    let command = await buildProgram(argv, terminal)
    for (const word of argv) command = command.commands.find((child) => child.name() === word)!
    return command.options.find(({ long }) => long === flag)?.argChoices
  }
  const { format, splitting, onInvalidLines, labels } = startImportContract.input.shape
  expect(await choicesOf('import', '--format')).toEqual(format.unwrap().options)
  expect(await choicesOf('import', '--invalid-lines')).toEqual(onInvalidLines.unwrap().options)
  expect(await choicesOf('import', '--labels')).toEqual(labels.unwrap().options)
  // If the option is omitted, the project's setting applies.
  expect(['project', ...(await choicesOf('import', '--splitting'))!]).toEqual(
    splitting.unwrap().options,
  )
  expect(await choicesOf('split', '--splitting')).toEqual(await choicesOf('import', '--splitting'))
  expect(maxInputFileBytes).toBe(importTakes)
  expect(uploadChunkBytes).toBeLessThanOrEqual(maxChunkBytes)
  expect(maxScoreLinesPerRequest).toBe(maxScoreLinesPerCall)
  const projectShape = createProjectContract.input.shape
  expect(await choicesOf('project create', '--template')).toEqual(
    projectShape.template.unwrap().options,
  )
  expect(await choicesOf('project create', '--flow')).toEqual(projectShape.flow.unwrap().options)
  expect(await choicesOf('validate', '--format')).toEqual(['auto', ...inputFormatNames])
  const exported = exportAnnotationsContract.input.shape
  expect(await choicesOf('export', '--format')).toEqual(exported.format.options)
  expect((await choicesOf('export', '--labels'))!.sort()).toEqual(
    [...exported.labels.unwrap().options].sort(),
  )
  expect(await choicesOf('export', '--neutral')).toEqual(exported.neutral.unwrap().options)
  const released = createReleaseContract.input.shape
  expect(await choicesOf('release create', '--neutral')).toEqual(released.neutral.unwrap().options)
  expect((await choicesOf('release create', '--consensus'))!.sort()).toEqual(
    [...released.consensus.unwrap().options].sort(),
  )
  for (const command of ['release create', 'export'])
    expect(await choicesOf(command, '--fallback')).toEqual(released.fallback.unwrap().options)
  const filters = released.filters.unwrap().shape
  expect(await choicesOf('release create', '--labels')).toEqual(filters.labels.unwrap().options)
  expect(
    includeOptionValues.map((kind) => `include${kind[0]!.toUpperCase()}${kind.slice(1)}`),
  ).toEqual(Object.keys(filters).filter((name) => name.startsWith('include')))
  const { action } = released.heldOut.unwrap().shape
  expect(await choicesOf('release create', '--held-out-action')).toEqual(action.unwrap().options)
  expect(await choicesOf('token create', '--scope')).toEqual(
    createTokenForUserContract.input.shape.scope.options,
  )
  const { scope } = startScoreRunContract.input.shape
  expect(await choicesOf('score run', '--scope')).toEqual(scope.unwrap().options)
  const { settings } = createScorerContract.input.shape
  expect(await choicesOf('scorer add', '--connector')).toEqual(
    settings.options.map(({ shape }) => shape.connector.value),
  )
  expect(await choicesOf('scorer add', '--request-format')).toEqual(
    settings.options[0].shape.requestFormat.unwrap().options,
  )
  expect(maxReportedLineErrors).toBe(importLists)
})

test('the help marks required options', async () => {
  const { stdout } = await runCommand(['export', '--help'])
  const options = stdout.replaceAll(/\s+/g, ' ').split(' --')
  const requiredOptions = options.filter((option) => option.includes('(required)'))
  expect(requiredOptions.map((option) => option.split(' ')[0])).toEqual(['project', 'format'])
})
