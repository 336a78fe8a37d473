import { createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { findActorByToken } from '@/lib/auth/server/tokens'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeMember,
  makePerson,
  makeProblemLine,
  makeProject,
} from '@/prisma/seed/factories'
import { runCommand } from './testing/run-command'
import { runStepmarkProcess } from './testing/run-stepmark-process'
import { listenOnFreePort } from './testing/serve-api'
import { useTemporaryFolder } from './testing/temporary-folder'
import { makeTokenForPerson, useApiServer } from './testing/use-api-server'

useTestDatabase()
const server = useApiServer()
const folder = useTemporaryFolder()
let ownToken: string | undefined

function becomes(token: string): void {
  ownToken ??= process.env.STEPMARK_TOKEN
  process.env.STEPMARK_TOKEN = token
}
afterEach(() => {
  if (ownToken) process.env.STEPMARK_TOKEN = ownToken
})

describe('project', () => {
  test('`create` prints the slug and `list` shows it', async () => {
    const created = await runCommand([
      'project',
      'create',
      'Competition maths, 2026',
      '--overlap',
      '2',
    ])
    expect(created).toEqual({
      status: 0,
      stdout: 'competition-maths-2026\n',
      stderr: 'Project "Competition maths, 2026" created. You are its admin.\n',
    })
    const listed = await runCommand(['project', 'list'])
    expect(listed.stdout).toContain(
      'competition-maths-2026  admin  overlap 2  Competition maths, 2026\n',
    )
    const { projects } = JSON.parse((await runCommand(['project', 'list', '--json'])).stdout) as {
      projects: object[]
    }
    expect(projects).toMatchObject([
      { slug: 'competition-maths-2026', overlap: 2, leaseMinutes: 30 },
    ])
  })

  test('`create` accepts all its options, and --json prints the project', async () => {
    const argv =
      'project create Steps --slug by-step --lease-minutes 45 --overlap 3 --template code --flow step_choice --json'
    const { stdout } = await runCommand(argv.split(' '))
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'Steps',
      slug: 'by-step',
      leaseMinutes: 45,
      overlap: 3,
      template: 'code',
      flow: 'step_choice',
    })
  })

  test('`quality` sets a limit, and turns it off with "off"', async () => {
    await runCommand(['project', 'create', 'Quality', '--slug', 'quality'])
    const change = async (...argv: string[]) => {
      const { status, stdout, stderr } = await runCommand([
        ...['project', 'quality', '--project', 'quality', '--json'],
        ...argv,
      ])
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      return JSON.parse(stdout) as object
    }
    expect(await change('--pause-below', '0.5', '--gold-per-round', '3')).toMatchObject({
      pauseBelow: 0.5,
      goldPerRound: 3,
    })
    expect(await change('--pause-below', 'off', '--gold-per-round', 'off')).toMatchObject({
      pauseBelow: null,
      goldPerRound: null,
    })
    expect(await change('--screening-pass-at', '0.7')).toMatchObject({ screeningShare: 0.7 })
    const { stdout } = await runCommand(['project', 'quality', '--project', 'quality'])
    expect(stdout).toMatch(/^screening-pass-at +0\.7$/m)
  })

  test.each([
    ['project quality', '--screening-items 300', 'Use a whole number from 1 to 200.'],
    ['project quality', '--gold-per-round 500', 'Use a whole number from 1 to 200.'],
    ['project quality', '--screening-pass-at 0', 'greater than 0 and at most 1.'],
    ['user invite', '--days 40', 'Use a whole number from 1 to 30.'],
  ])('`%s` rejects %s and names the option and its range', async (command, option, range) => {
    await runCommand(['project', 'create', 'Ranges', '--slug', 'ranges'])
    const { status, stderr } = await runCommand(`${command} --project ranges ${option}`.split(' '))
    expect(status).toBe(1)
    expect(stderr).toMatch(`stepmark: ${option.split(' ')[0]}: Use a `)
    expect(stderr).toContain(`${range}\n`)
  })

  test('`guideline` prints the current text and publishes the next version', async () => {
    await runCommand(['project', 'create', 'Guided'])
    const printed = await runCommand(['project', 'guideline', '--project', 'guided'])
    expect(printed).toMatchObject({ status: 0, stderr: '' })
    expect(printed.stdout).toContain('\n## The three ratings\n')
    expect(printed.stdout.endsWith('\n\n')).toBe(false)
    folder.write('guideline.md', `${printed.stdout}\nBe kind: $x^2$ is not x².\n`)
    const publish = (file: string) =>
      runCommand(['project', 'guideline', file, '--project', 'guided', '--summary', 'Be kind'])
    expect(await publish(folder.path('guideline.md'))).toMatchObject({ status: 0, stdout: '2\n' })
    const secondResult = await publish(folder.path('guideline.md'))
    expect(secondResult).toMatchObject({ status: 1, stdout: '' })
    expect(secondResult.stderr).toContain('is identical to version')
    expect(await publish(folder.path('missing.md'))).toMatchObject({ status: 2, stdout: '' })
    expect((await runCommand(['project', 'guideline', '--project', 'guided'])).stdout).toContain(
      'Be kind: $x^2$ is not x².\n',
    )
  })

  test('`create` rejects a slug in use and invalid settings', async () => {
    await runCommand(['project', 'create', 'Twice', '--slug', 'twice'])
    const refusal = await runCommand(['project', 'create', 'Twice', '--slug', 'twice'])
    expect(refusal).toMatchObject({ status: 1, stdout: '' })
    expect(refusal.stderr).toContain('Choose a different one.\nNothing was changed.')
    const invalidRun = await runCommand([
      'project',
      'create',
      ' ',
      '--slug',
      'A B',
      '--overlap',
      '99',
    ])
    expect(invalidRun).toMatchObject({ status: 1, stdout: '' })
    expect(invalidRun.stderr).toBe(
      'stepmark: name: is empty\n          --slug: use lowercase letters, digits and hyphens\n' +
        '          --overlap: Use a whole number from 1 to 10.\nNothing was changed.\n',
    )
  })
})

describe('account and token commands', () => {
  test('`status` shows your account and the progress of projects', async () => {
    const project = await makeProject({ name: 'Algebra', slug: 'algebra' }, server.admin())
    await importLines(project, [makeProblemLine('a', [0.1, 0.2])])
    const { status, stdout } = await runCommand(['status'])
    expect(status).toBe(0)
    expect(stdout).toContain(
      `Ada Okoro <${server.admin().email}>, instance admin, at ${server.url()}\n`,
    )
    expect(stdout).toContain(
      'algebra: Algebra\n  1 problem, 2 solutions: 2 waiting, 0 in progress\n',
    )
    const { account, projects } = JSON.parse((await runCommand(['status', '--json'])).stdout) as {
      account: object
      projects: { slug: string; progress: object }[]
    }
    expect(account).toMatchObject({ name: 'Ada Okoro' })
    expect(projects.find(({ slug }) => slug === 'algebra')?.progress).toMatchObject({
      solutions: 2,
    })
  })

  test('`status` shows annotators their own annotations and nothing of the queue', async () => {
    const project = await makeProject({ name: 'Geometry', slug: 'geometry' }, server.admin())
    await importLines(project, [makeProblemLine('a', [0.1])])
    const annotator = await makeMember(project, 'annotator')
    becomes(await makeTokenForPerson(annotator, 'read'))
    const { stdout } = await runCommand(['status'])
    expect(stdout).toContain(
      'geometry: Geometry\n  1 problem, 1 solution\n  0 annotations by you: ',
    )
    expect(stdout).not.toContain('null')
  })

  test('`status` reports that you have no projects', async () => {
    becomes(await makeTokenForPerson(await makePerson(), 'read'))
    expect(await runCommand(['project', 'list'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'No projects yet. Create one with "stepmark project create".\n',
    })
    expect((await runCommand(['status'])).stdout).toContain('No projects.')
  })

  test('`token list` shows no secrets', async () => {
    const secret = await makeTokenForPerson(server.admin(), 'read')
    const { stdout } = await runCommand(['token', 'list'])
    expect(stdout).toMatch(
      new RegExp(`${secret.slice(0, 10)}…  read +expires \\d+ \\w+ 20\\d\\d, .* UTC  never used`),
    )
    expect(stdout + (await runCommand(['token', 'list', '--json'])).stdout).not.toContain(secret)
  })

  test('`token revoke` accepts a token’s name or first characters, and rejects a name of two tokens', async () => {
    const [laptop, firstToken, secondToken] = [
      await makeTokenForPerson(server.admin(), 'read', 'laptop'),
      await makeTokenForPerson(server.admin(), 'read', 'twin'),
      await makeTokenForPerson(server.admin(), 'read', 'twin'),
    ]
    const revoke = (name: string) => runCommand(['token', 'revoke', name])
    expect(await revoke('laptop')).toEqual({
      status: 0,
      stdout: '',
      stderr: `Token laptop (${laptop.slice(0, 10)}…) revoked.\n`,
    })
    const secondResult = await revoke('laptop')
    expect(secondResult).toMatchObject({ status: 1, stdout: '' })
    expect(secondResult.stderr).toContain('You have no token "laptop"')
    const ambiguousRun = await revoke('twin')
    expect(ambiguousRun.status).toBe(1)
    expect(ambiguousRun.stderr).toContain(firstToken.slice(0, 10))
    expect(await revoke(secondToken.slice(0, 10))).toMatchObject({ status: 0 })
    expect(await findActorByToken(secondToken)).toEqual({ kind: 'anonymous' })
    expect(await findActorByToken(firstToken)).toMatchObject({ kind: 'person' })
  })

  test('a read-only or wrong token is rejected with a message that says what to do', async () => {
    becomes(await makeTokenForPerson(server.admin(), 'read'))
    const reading = await runCommand(['project', 'create', 'Refused'])
    expect(reading).toMatchObject({ status: 1, stdout: '' })
    expect(reading.stderr).toMatch(
      /This token is read-only\. Use a token with write scope\.\nNothing was changed\.\n$/,
    )
    becomes('smk_wrong')
    const rejectedRun = await runCommand(['project', 'list'])
    expect(rejectedRun).toMatchObject({ status: 1, stdout: '' })
    expect(rejectedRun.stderr).toContain('stepmark token create')
    expect(rejectedRun.stderr).not.toContain('smk_wrong')
  })
})

describe('a server that cannot be used', () => {
  test('is named in the error of a read command if it is unreachable', async () => {
    const goneServer = await listenOnFreePort(createServer())
    await goneServer.stop()
    const { status, stdout, stderr } = await runCommand(['status', '--url', goneServer.url])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(`Can’t reach the server (ECONNREFUSED). Check`)
    expect(stderr).toContain(goneServer.url)
    expect(stderr).not.toContain('Nothing was changed')
  })

  test.each([
    [200, 'is not a Stepmark server'],
    [502, 'The server answered 502'],
  ])('is reported with a clear error if it responds with %i', async (code, message) => {
    const foreignServer = await listenOnFreePort(
      createServer((_, response) => response.writeHead(code).end('<html></html>')),
    )
    const { status, stderr } = await runCommand(['status', '--url', `${foreignServer.url}/`])
    await foreignServer.stop()
    expect(status).toBe(1)
    expect(stderr).toContain(message)
  })
})

test('`project list`, run as a separate process, prints the projects and exits with 0', async () => {
  const { STEPMARK_URL, STEPMARK_TOKEN } = process.env
  await runCommand(['project', 'create', 'Alone', '--slug', 'alone'])
  const env = { STEPMARK_URL, STEPMARK_TOKEN }
  const { status, stdout } = await runStepmarkProcess(['project', 'list'], { env })
  expect(status).toBe(0)
  expect(stdout).toContain('alone')
})
