import type { Guarantee } from './guarantees'

/** The migration that creates the whole database. */
export const baselineMigrationPath = 'prisma/migrations/20261126000000_baseline/migration.sql'
/** Where a database function is written. A migration that creates it may be followed by one that replaces it. */
export const getDatabaseFunctionPath = (name: string) => `prisma/functions/${name}.sql`

/** A change that removes one guard from the sources, and the test that must fail with it. */
export interface Mutation {
  guards: Guarantee
  /** What the change does: "Claim does not lock the row". */
  name: string
  /** What goes wrong without the guard. */
  why: string
  /** From the root of the repository. */
  file: string
  /** Occurs in the file exactly once. */
  from: string
  to: string
  /** Other changes that the mutation needs in the same file. */
  also?: readonly { from: string; to: string }[]
  test: TestReference
  /** The mutation makes its test wait forever, so a timeout counts as a failure. */
  hangs?: true
}

export interface TestReference {
  file: string
  /** Part of the name of a test or its `describe`, as the file has it. One failing test of that name is enough. */
  name: string
  /** The full name of one test, where `test.each` makes many. */
  only?: string
}

/** The mutations of one area by what they guard. */
export type MutationsByGuarantee = Partial<Record<Guarantee, readonly Omit<Mutation, 'guards'>[]>>

/** Returns a function that makes references to the tests of a file. */
export const createTestReferenceMaker =
  (file: string) =>
  (name: string, only?: string): TestReference => ({ file, name, ...(only && { only }) })
