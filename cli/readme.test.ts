import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import packageJson from '@/package.json' with { type: 'json' }
import { buildProgram } from './stepmark'

const texts = [
  ...['README.md', 'CONTRIBUTING.md', 'docs/operate.md'],
  ...['docs/formats.md', 'docs/exports.md', 'docs/rounds.md', 'docs/agreement.md'],
  ...['docs/people.md', 'docs/guideline.md', 'docs/guides/annotate.md', 'docs/guides/review.md'],
  ...['docs/guides/campaign.md', 'docs/guides/script.md', 'docs/guides/operate.md'],
  ...['docs/guides/contribute.md'],
].map((name) => [name, readFileSync(join(repositoryRoot, name), 'utf8')] as const)

describe.each(texts)('%s', (_, text) => {
  test('uses only npm scripts that package.json defines', () => {
    const named = text.matchAll(/\bnpm (?:run (?:-s )?)?(?!(?:ci|run|install)\b)([\w:-]+)/g)
    for (const [, script] of named) expect(Object.keys(packageJson.scripts)).toContain(script)
  })

  test('uses only stepmark commands and options that exist', async () => {
    for (const [, line] of text.matchAll(
      /\bstepmark(?: --)? ((?:[a-z-]+ ){0,2}[a-z]+ [^\n|<>`)]*)/g,
    )) {
      const argv = line!
        .replace(/"[^"]*"/g, 'words')
        .trim()
        .split(/\s+/)
      const command = await findCommand(argv)
      if (!command) continue // prose, such as "stepmark is"
      for (const option of argv.filter((word) => word.startsWith('--')))
        expect(
          command.options.map(({ long }) => long),
          line,
        ).toContain(option)
    }
  })
})

test('the README has an example of each of the eight main commands', () => {
  const [, readme] = texts[0]!
  for (const name of [
    'validate',
    'import',
    'export',
    'convert',
    'release create',
    'serve',
    'migrate',
    'doctor',
  ])
    expect(readme).toMatch(new RegExp(`^(npm run -s stepmark --|stepmark) ${name}\\b`, 'm'))
})

const terminal = {
  input: new PassThrough(),
  output: new PassThrough(),
  messages: new PassThrough(),
  isInteractive: false,
  firstRetryMs: 1,
  status: 0 as const,
}

async function findCommand(argv: readonly string[]): Promise<Command | undefined> {
  let command: Command | undefined = await buildProgram(argv, terminal)
  for (const word of argv) {
    const next: Command | undefined = command.commands.find((child) => child.name() === word)
    if (!next) break
    command = next
  }
  return command.commands.length > 0 ? undefined : command
}
