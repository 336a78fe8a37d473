import { beforeAll, describe, expect, inject, test } from 'vitest'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { recordSecretFingerprint } from '@/lib/platform/server/secret-fingerprints'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { addMember } from '@/lib/projects/server/commands'
import { makeProblemLine } from '@/prisma/seed/factories'
import { commandLoaders } from './stepmark'
import { makeLabelledLines } from './testing/labelled-lines'
import { runCommand } from './testing/run-command'
import { runShellLine } from './testing/run-shell-line'
import { runShellLineInProcesses } from './testing/run-stepmark-process'
import { useTemporaryFolder } from './testing/temporary-folder'
import { makeTokenForPerson, useApiServer } from './testing/use-api-server'
import { useJobWorker } from './testing/use-job-worker'

useTestDatabase()
const server = useApiServer()
const folder = useTemporaryFolder()

// In production, the database administrator creates this role.
beforeAll(() =>
  withPgClient(inject('testServer').superuserUrl, (client) =>
    client.query('create role stepmark_app login'),
  ),
)

async function readExamples(name: string): Promise<string[]> {
  const { stdout } = await runCommand([...name.split(' ').filter(Boolean), '--help'])
  // A line with more indentation continues the one above.
  return [...stdout.matchAll(/^ {2}\$ (.+(?:\n {6}.+)*)$/gm)].map((match) => match[1]!)
}

// In the order of use: each example needs what the earlier ones created.
const setUp = [
  ...['', 'validate', 'migrate', 'admin create', 'token create', 'doctor', 'user totp-off'],
  ...['user password-link', 'secrets reseal', 'secrets status'],
]
const daily = [
  ...['token list', 'token revoke'],
  ...['project create', 'project guideline', 'project quality', 'project list', 'import', 'export'],
  ...['status', 'time'],
  ...['release held-out add', 'release held-out list', 'release create', 'release list'],
  ...['release show', 'release download', 'release diff', 'release push'],
  ...['scorer train', 'scorer add', 'scorer list', 'score run', 'score list', 'score show'],
  ...['score cancel', 'score resume', 'score export', 'score import'],
  ...['release held-out remove'],
  ...['round plan', 'round start', 'round list', 'round show', 'round close'],
  ...['gold mark', 'gold list', 'gold unmark'],
  ...['user invite', 'user list', 'user role', 'user remove', 'user disable', 'user enable'],
  ...['grade', 'extract', 'split', 'convert', 'diff'],
  ...['select', 'best-of-n', 'simulate', 'agreement'],
]
const maintenance = ['audit verify', 'audit heads', 'grant', 'backup', 'restore']

// These run until they are stopped. system/package.test.ts, e2e/serve.spec.ts and worker.db.test.ts test them.
const endless = ['demo', 'serve', 'worker']

/**
 * Run as real processes: `doctor` exits with 1, and the example of `audit heads` redirects its output. (convert.test.ts
 * tests an example with a pipe.) The others run in this process, which is ten times faster.
 */
const inProcesses = ['doctor', 'audit heads']

const mei = {
  project: 'competition-maths',
  email: 'mei@example.org',
  name: 'Mei Lin',
  role: 'annotator' as const,
}

async function runExamples(name: string): Promise<void> {
  // A release needs labels. `held-out add` reads the same file, so it has lines with a statement.
  const labelledLines = name === 'import' ? makeLabelledLines(0, 2) : []
  const lines = [makeProblemLine('a', [0.5]), ...labelledLines]
  folder.write('candidates.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  if (name === 'token revoke') await makeTokenForPerson(server.admin(), 'read', 'laptop')
  folder.write('table.csv', 'Question,Output\nWhat is 1 + 1?,So it is 2.\n')
  // Invites are accepted on a page.
  if (name === 'user role') await addMember.execute(server.admin(), mei)
  // As a server does when it starts.
  if (name.startsWith('secrets')) await recordSecretFingerprint()
  const examples = await readExamples(name)
  expect(examples.length).toBeGreaterThan(0)
  const run = inProcesses.includes(name) ? runShellLineInProcesses : runShellLine
  for (const example of examples) {
    const { DATABASE_URL, NEXTAUTH_URL, NEXTAUTH_SECRET, STEPMARK_URL, STEPMARK_TOKEN } =
      process.env
    const { status, stderr } = await run(example, {
      cwd: folder.path('.'),
      env: { DATABASE_URL, NEXTAUTH_URL, NEXTAUTH_SECRET, STEPMARK_URL, STEPMARK_TOKEN },
    })
    // The tests' PostgreSQL runs without fsync and full_page_writes, and doctor reports both.
    const isRight = name === 'doctor' ? stderr === '2 of 9 checks failed.\n' : status === 0
    expect({ example, isRight, stderr }).toMatchObject({ isRight: true })
  }
}

describe('the examples in the --help text of every command', () => {
  test('are all tested in this file', () => {
    const tested = [...setUp, ...daily, ...maintenance, ...endless]
    expect(tested.sort()).toEqual(['', ...Object.keys(commandLoaders)].sort())
  })

  // Host commands close this process's database pools when they end, so no jobs may run meanwhile.
  test.each(setUp)('stepmark %s: each example works', runExamples)

  describe('with a running worker', () => {
    useJobWorker()
    test.each(daily)('stepmark %s: each example works', runExamples)
  })

  test.each(maintenance)('stepmark %s: each example works', runExamples)
})
