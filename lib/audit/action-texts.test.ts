import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { actionTexts, type ActionText } from './action-texts'

/** The values that server code stores as `act` in audit details. */
function listStoredActs(): Set<string> {
  const folder = join(repositoryRoot, 'lib')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(^|\/)server\/.*(?<!\.test)\.ts$/.test(file),
  )
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const expressions = texts.flatMap((text) => text.match(/\bact: [^,}\n]+/g) ?? [])
  return new Set(expressions.flatMap((act) => act.match(/(?<=')[\w-]+(?=')/g) ?? []))
}

test('each variant of a text belongs to an act that is stored', () => {
  const storedSet = listStoredActs()
  const texts: readonly ActionText[] = Object.values(actionTexts)
  const variants = texts.flatMap((text) => Object.keys(text.variants ?? {}))
  expect(variants.length).toBeGreaterThan(50)
  expect(variants.filter((act) => !storedSet.has(act))).toEqual([])
})
