import { describe, expect, test } from 'vitest'
import { listRepositoryFiles } from '@/scripts/git'
import { findArea, listJourneys } from './areas'
import { anyScreen, foundation, journeyAreas, outsideTheApp } from './journeys'
import { selectTests } from './select-tests'

const files = listRepositoryFiles()
describe('the table of journeys', () => {
  const suites = files.filter((file) => /^(e2e\/.*\.spec|system\/.*\.test)\.ts$/.test(file))

  test('names every suite, and no other file', () => {
    expect(Object.keys(journeyAreas).sort()).toEqual(suites)
  })

  test('names no area that is not in the app', () => {
    const areas = new Set(files.map(findArea))
    const named = [...Object.values(journeyAreas).flat(), ...foundation, ...outsideTheApp]
    expect(named.filter((area) => area !== anyScreen && !areas.has(area))).toEqual([])
  })

  test('runs every journey for the foundation and for an area that it does not know', () => {
    const all = Object.keys(journeyAreas)
    expect(listJourneys('lib/platform/errors.ts')).toEqual(all)
    expect(listJourneys('lib/something-new/rules.ts')).toEqual(all)
  })

  test('runs no journey for documents and tools', () => {
    expect(['README.md', 'docs/api.md', 'bench/queue.ts'].flatMap(listJourneys)).toEqual([])
  })
})

/** A small repository: two domains, factories, a page, and journeys. */
const sample: Record<string, string> = {
  'lib/rounds/plan.ts': '',
  'lib/rounds/server/commands.ts': "import { plan } from '../plan'",
  'lib/rounds/plan.test.ts': "import { plan } from './plan'",
  'lib/rounds/server/commands.db.test.ts': "import { open } from './commands'",
  'lib/audit/server/chain.ts': '',
  'lib/audit/server/chain.db.test.ts': "import '@/prisma/seed/factories'\nimport './chain'",
  'prisma/seed/factories.ts': "import { open } from '@/lib/rounds/server/commands'",
  'cli/testing/run-command.ts': "import { open } from '@/lib/rounds/server/commands'",
  'cli/round.db.test.ts': "import { runCommand } from './testing/run-command'",
  'components/rounds/plan-form.tsx': '',
  'e2e/rounds.spec.ts': "import './verbs'\nimport '@/prisma/seed/factories'",
  'e2e/answers.spec.ts': '',
  'e2e/accessibility.spec.ts': '',
  'e2e/verbs.ts': '',
  'scripts/docs.test.ts': '',
  'package.json': '',
}

const select = (...changes: string[]) =>
  selectTests(changes, Object.keys(sample), (file) => sample[file]!)

describe('selectTests', () => {
  test('selects tests that reach the change, but not those that only prepare with it', () => {
    expect(select('lib/rounds/plan.ts')).toEqual({
      pure: ['lib/rounds/plan.test.ts', 'scripts/docs.test.ts'],
      database: ['lib/rounds/server/commands.db.test.ts', 'cli/round.db.test.ts'],
      system: [],
      e2e: ['e2e/rounds.spec.ts'],
    })
  })

  test('selects every test that uses changed set-up', () => {
    expect(select('prisma/seed/factories.ts')?.database).toEqual([
      'lib/audit/server/chain.db.test.ts',
    ])
    expect(select('e2e/verbs.ts')?.e2e).toEqual(['e2e/rounds.spec.ts'])
  })

  test('selects the journeys of any screen for a component', () => {
    const { e2e, database } = select('components/rounds/plan-form.tsx')!
    expect({ e2e, database }).toEqual({
      e2e: ['e2e/rounds.spec.ts', 'e2e/accessibility.spec.ts'],
      database: [],
    })
  })

  test('selects a changed test itself, without journeys', () => {
    const { e2e, database } = select('lib/rounds/server/commands.db.test.ts')!
    expect({ e2e, database }).toEqual({
      e2e: [],
      database: ['lib/rounds/server/commands.db.test.ts'],
    })
  })

  test('selects the tests that reach a deleted file', () => {
    const { ['lib/rounds/plan.ts']: _, ...rest } = sample
    const selection = selectTests(['lib/rounds/plan.ts'], Object.keys(rest), (file) => rest[file]!)
    expect(selection?.database).toContain('lib/rounds/server/commands.db.test.ts')
  })

  test('selects everything for packages, configuration and the schema', () => {
    for (const file of ['package.json', 'vitest.config.ts', 'prisma/schema/queue.prisma'])
      expect(select(file)).toBeNull()
  })
})
