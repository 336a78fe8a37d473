import { makeCanary, type LintCanary } from './canary'

const purePath = 'lib/queue/*.ts'
const server = 'lib/queue/server/*.ts'
const component = 'components/queue/*.tsx'

const work = 'export async function work() {\n  await Promise.resolve()\n}\n'
const databaseType =
  'interface Database {\n  $queryRaw(): void\n  $queryRawUnsafe(): void\n  $executeRawUnsafe(): void\n}\n'

const safety = [
  makeCanary(
    'no-restricted-properties',
    server,
    `${databaseType}export const ask = (db: Database) => db.$queryRawUnsafe()\n`,
    `${databaseType}export const ask = (db: Database) => db.$queryRaw()\n`,
  ),
  makeCanary(
    'no-restricted-properties',
    server,
    `${databaseType}export const ask = ({ $executeRawUnsafe }: Database) => $executeRawUnsafe\n`,
    `${databaseType}export const ask = ({ $queryRaw }: Database) => $queryRaw\n`,
  ),
  makeCanary(
    'no-restricted-properties',
    component,
    "export const write = (to: Element) => {\n  to.innerHTML = 'a'\n}\n",
    "export const write = (to: Element) => {\n  to.textContent = 'a'\n}\n",
  ),
  makeCanary(
    'no-restricted-globals',
    component,
    'export const a = closed\n',
    'export const closed = true\n',
  ),
  makeCanary(
    'import/no-cycle',
    'lib/queue/cycle-a.ts',
    "export type { B } from '@/lib/queue/cycle-b'\nexport type A = 1\n",
    'export type A = 1\n',
  ),
  makeCanary(
    'import/no-cycle',
    'lib/queue/cycle-b.ts',
    "export type { A } from '@/lib/queue/cycle-a'\nexport type B = 1\n",
    'export type B = 1\n',
  ),
  makeCanary(
    'import/no-duplicates',
    purePath,
    "import { a } from './one'\nimport { b } from './one'\nexport const c = [a, b]\n",
    "import { a, b } from './one'\nexport const c = [a, b]\n",
  ),
  makeCanary(
    'oxc/no-barrel-file',
    purePath,
    "export * from './one'\n",
    "export { a } from './one'\n",
  ),
]

const types = [
  makeCanary('typescript/no-floating-promises', server, `${work}work()\n`, `${work}await work()\n`),
  makeCanary(
    'typescript/no-misused-promises',
    server,
    `${work}export const a = work() ? 1 : 2\n`,
    `${work}export const a = (await work()) === undefined ? 1 : 2\n`,
  ),
  makeCanary(
    'typescript/no-misused-promises',
    component,
    `${work}export const a = [1].filter(async () => (await work()) === undefined)\n`,
    `${work}export const A = () => <form onSubmit={work} />\n`,
  ),
  makeCanary(
    'typescript/no-misused-spread',
    purePath,
    'export const a = { ...[1] }\n',
    'export const a = (b: string) => [...b]\n',
  ),
  makeCanary(
    'typescript/no-explicit-any',
    purePath,
    'export type A = any\n',
    'export type A = unknown\n',
  ),
  makeCanary(
    'typescript/no-unsafe-argument',
    purePath,
    'export const read = (text: string) => BigInt(JSON.parse(text))\n',
    'export const read = (text: string) => BigInt(JSON.parse(text) as number)\n',
  ),
  makeCanary(
    'typescript/no-unsafe-assignment',
    purePath,
    "const a = JSON.parse('1')\nexport const b = typeof a\n",
    "const a: unknown = JSON.parse('1')\nexport const b = typeof a\n",
  ),
  makeCanary(
    'typescript/no-unsafe-call',
    purePath,
    'export const a = (text: string): unknown => JSON.parse(text)()\n',
    'export const a = (text: string): unknown => JSON.parse(text)\n',
  ),
  makeCanary(
    'typescript/no-unsafe-member-access',
    purePath,
    "export const a: unknown = JSON.parse('1').a\n",
    "export const a: unknown = JSON.parse('1')\n",
  ),
  makeCanary(
    'typescript/no-unsafe-return',
    purePath,
    'export const a = (text: string) => JSON.parse(text)\n',
    'export const a = (text: string): unknown => JSON.parse(text)\n',
  ),
  makeCanary(
    'typescript/switch-exhaustiveness-check',
    purePath,
    "export function a(b: 'c' | 'd') {\n  switch (b) {\n    case 'c':\n      return 1\n  }\n  return 2\n}\n",
    "export function a(b: 'c' | 'd') {\n  switch (b) {\n    case 'c':\n      return 1\n    case 'd':\n      return 2\n  }\n}\n",
  ),
  makeCanary(
    'typescript/ban-ts-comment',
    purePath,
    '// @ts-ignore\nexport const a = 1\n',
    "// @ts-expect-error the package has no types\nexport { a } from './none'\n",
  ),
  makeCanary(
    'typescript/consistent-type-imports',
    purePath,
    "export type A = import('@/lib/queue/server/list-queue').A\n",
    "import type { A } from './contract'\nexport type B = A\n",
  ),
  makeCanary(
    'typescript/no-deprecated',
    purePath,
    '/** @deprecated */\nconst a = 1\nexport const b = a\n',
    'const a = 1\nexport const b = a\n',
  ),
  makeCanary(
    'typescript/no-namespace',
    purePath,
    'export namespace A {\n  export const b = 1\n}\n',
    'export const A = { b: 1 }\n',
  ),
  makeCanary(
    'typescript/no-require-imports',
    server,
    "export const a: unknown = require('./one')\n",
    "export const a = (): unknown => import('./one')\n",
  ),
  makeCanary(
    'typescript/only-throw-error',
    purePath,
    "export const a = () => {\n  throw 'a'\n}\n",
    "export const a = () => {\n  throw new Error('a')\n}\n",
  ),
  makeCanary(
    'typescript/prefer-promise-reject-errors',
    purePath,
    "export const a = () => Promise.reject('a')\n",
    "export const a = () => Promise.reject(new Error('a'))\n",
  ),
  makeCanary(
    'typescript/restrict-plus-operands',
    purePath,
    'export const a = (b: bigint, c: number) => typeof (b + c)\n',
    'export const a = (b: bigint, c: bigint) => typeof (b + c)\n',
  ),
  makeCanary(
    'typescript/return-await',
    server,
    `${work}export async function a() {\n  try {\n    return work()\n  } catch {\n    return 1\n  }\n}\n`,
    `${work}export async function a() {\n  try {\n    return await work()\n  } catch {\n    return 1\n  }\n}\n`,
  ),
]

const style = [
  makeCanary(
    'eqeqeq',
    purePath,
    'export const a = (b: number) => b == 1\n',
    'export const a = (b?: number | null) => b == null\n',
  ),
  makeCanary(
    'no-shadow',
    purePath,
    'const a = 1\nexport const b = (a: number) => a\nexport const c = a\n',
    'const a = 1\nexport const b = (d: number) => d\nexport const c = a\n',
  ),
  makeCanary(
    'no-unused-vars',
    purePath,
    "import { a } from './one'\nexport const b = 1\n",
    "import { a } from './one'\nexport { a }\n",
  ),
  makeCanary(
    'no-unused-vars',
    purePath,
    'const a = 1\nexport const b = 1\n',
    'export const a = (_b: number) => 1\n',
  ),
  makeCanary(
    'no-eval',
    purePath,
    "export const a: unknown = eval('1')\n",
    "export const a: unknown = JSON.parse('1')\n",
  ),
  makeCanary(
    'typescript/no-implied-eval',
    component,
    "export const later = () => setTimeout('1', 9)\n",
    'export const later = () => setTimeout(() => {}, 9)\n',
  ),
  makeCanary(
    'typescript/no-implied-eval',
    purePath,
    "export const a: unknown = new Function('return 1')\n",
    'export const a: unknown = () => 1\n',
  ),
  makeCanary('no-var', purePath, 'export var a = 1\n', 'export const a = 1\n'),
  makeCanary(
    'prefer-const',
    purePath,
    'let a = 1\nexport const b = a\n',
    'const a = 1\nexport const b = a\n',
  ),
  makeCanary(
    'unicorn/prefer-node-protocol',
    server,
    "export { a } from 'fs'\n",
    "export { a } from 'node:fs'\n",
  ),
  makeCanary(
    'unicorn/no-abusive-eslint-disable',
    purePath,
    'export const a = () => {\n  // oxlint-disable-next-line\n  debugger\n}\n',
    'export const a = () => {\n  // oxlint-disable-next-line no-debugger -- shows how\n  debugger\n}\n',
  ),
  makeCanary(
    'react/jsx-no-target-blank',
    component,
    'export const A = ({ to }: { to: string }) => <a href={to} target="_blank">b</a>\n',
    'export const A = ({ to }: { to: string }) => <a href={to} target="_blank" rel="noreferrer">b</a>\n',
  ),
  makeCanary(
    'react/rules-of-hooks',
    component,
    "import { useState } from 'react'\nexport const useA = (b: boolean) => (b ? useState(1) : null)\n",
    "import { useState } from 'react'\nexport const useA = () => useState(1)\n",
  ),
  makeCanary(
    'react/exhaustive-deps',
    component,
    "import { useEffect } from 'react'\nexport const useA = (b: () => void) => useEffect(() => b(), [])\n",
    "import { useEffect } from 'react'\nexport const useA = (b: () => void) => useEffect(() => b(), [b])\n",
  ),
  makeCanary(
    'jsx-a11y/aria-props',
    component,
    'export const A = () => <p aria-lable="a" />\n',
    'export const A = () => <p aria-label="a" />\n',
  ),
  makeCanary(
    'jsx-a11y/no-static-element-interactions',
    component,
    'export const A = ({ act }: { act: () => void }) => <div onKeyDown={act} />\n',
    'export const A = ({ act }: { act: () => void }) => <div onMouseDown={act} />\n',
  ),
  makeCanary(
    'jsx-a11y/no-noninteractive-element-interactions',
    component,
    'export const A = ({ act }: { act: () => void }) => <p onKeyDown={act} />\n',
    'export const A = ({ act }: { act: () => void }) => <section onDrop={act} />\n',
  ),
  ...['lib/queue/*.test.ts', 'components/queue/*.test.tsx'].flatMap((path) => [
    makeCanary(
      'vitest/no-focused-tests',
      path,
      "import { expect, test } from 'vitest'\ntest.only('a', () => expect(1).toBe(1))\n",
      "import { expect, test } from 'vitest'\ntest('a', () => expect(1).toBe(1))\n",
    ),
    makeCanary(
      'vitest/expect-expect',
      path,
      "import { test } from 'vitest'\ntest('a', () => {})\n",
      "import fc from 'fast-check'\nimport { test } from 'vitest'\ntest('a', () => fc.assert(fc.property(fc.nat(), () => true)))\n",
    ),
    makeCanary(
      'vitest/valid-expect',
      path,
      "import { expect, test } from 'vitest'\ntest('a', () => {\n  expect(1)\n})\n",
      "import { expect, test } from 'vitest'\ntest('a', () => expect(1, 'one').toBe(1))\n",
    ),
  ]),
]

export const codeLintCanaries: LintCanary[] = [...safety, ...types, ...style]
