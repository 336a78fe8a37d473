import { expect, it } from 'vitest'
import { findAbandonedImports } from './abandoned-imports'
import type { PastImport } from './import-reply'

const makeImports = (...imports: [id: string, state: PastImport['state'], by: string][]) =>
  imports.map(([id, state, by]) => ({ import: id, state, by }))

it('an import is abandoned if it was cancelled, or only previewed before the same person started a newer one', () => {
  const imports = makeImports(
    ['f', 'checked', 'Ada'],
    ['e', 'cancelled', 'Ada'],
    ['d', 'checked', 'Ben'],
    ['c', 'done', 'Ada'],
    ['b', 'rejected', 'Ada'],
    ['a', 'checked', 'Ada'],
  )
  expect([...findAbandonedImports(imports)]).toEqual(['e', 'b', 'a'])
})

it('an import is abandoned neither before it is checked, nor after it ran, nor if every later import was cancelled', () => {
  expect(
    findAbandonedImports(
      makeImports(
        ['d', 'done', 'Ada'],
        ['c', 'failed', 'Ada'],
        ['b', 'running', 'Ada'],
        ['a', 'receiving', 'Ada'],
      ),
    ).size,
  ).toBe(0)
  expect([
    ...findAbandonedImports(makeImports(['b', 'cancelled', 'Ada'], ['a', 'checked', 'Ada'])),
  ]).toEqual(['b'])
})
