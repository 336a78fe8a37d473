import { expect, test } from 'vitest'
import { listReachableFiles, readImportGraph } from './import-graph'

const sources: Record<string, string> = {
  'lib/queue/server/claims.ts': [
    "import { x } from '@/lib/queue/limits'",
    "import type { Row } from '@/lib/queue/rows'",
    "import { type Other, other } from './other'",
    "export { again } from '../again'",
    "const page = await import('@/components/queue/page')",
    "new Worker(new URL('./thread.mjs', import.meta.url))",
    "startScriptProcess('lib/queue/testing/run.ts')",
    "const text = 'no file'",
  ].join('\n'),
  'lib/queue/limits.ts': '',
  'lib/queue/rows.ts': '',
  'lib/queue/server/other.ts': "import { limits } from '../limits'",
  'lib/queue/again.ts': '',
  'components/queue/page.tsx': '',
  'lib/queue/server/thread.mjs': '',
  'lib/queue/testing/run.ts': '',
}
const sourcesWithJoins: Record<string, string> = {
  'lib/queue/server/pool.ts': [
    "join(repositoryRoot, 'lib', 'queue', 'server', 'thread.ts')",
    "join(\n  repositoryRoot,\n  'docs',\n  'queue.md',\n)",
    "join(repositoryRoot, 'prisma', 'seed', name)",
    'join(repositoryRoot, name)',
    "join(repositoryRoot, 'node_modules', 'next')",
    "join(folder, 'bench', 'queue.ts')",
  ].join('\n'),
  'lib/queue/server/thread.ts': '',
  'docs/queue.md': '',
  'docs/other.md': '',
  'prisma/seed/demo/a.json': '',
  'prisma/seed/b.ts': '',
  'bench/queue.ts': '',
}
const graph = readImportGraph(Object.keys(sources), (file) => sources[file]!)

test('the import graph has imports, re-exports, dynamic imports, threads and scripts, but no type-only imports', () => {
  expect([...graph.get('lib/queue/server/claims.ts')!].sort()).toEqual([
    'components/queue/page.tsx',
    'lib/queue/again.ts',
    'lib/queue/limits.ts',
    'lib/queue/server/other.ts',
    'lib/queue/server/thread.mjs',
    'lib/queue/testing/run.ts',
  ])
})

test('a `join` from the repository root adds its file, or all files of its folder, to the import graph', () => {
  const joinGraph = readImportGraph(
    Object.keys(sourcesWithJoins),
    (file) => sourcesWithJoins[file]!,
  )
  expect([...joinGraph.get('lib/queue/server/pool.ts')!].sort()).toEqual([
    'docs/queue.md',
    'lib/queue/server/thread.ts',
    'prisma/seed/b.ts',
    'prisma/seed/demo/a.json',
  ])
})

test('listReachableFiles lists the files reachable from a file along edges that canFollow allows', () => {
  const listReachable = (canFollow: (from: string, to: string) => boolean) =>
    [...listReachableFiles(graph, 'lib/queue/server/other.ts', canFollow)].sort()
  expect(listReachable(() => true)).toEqual(['lib/queue/limits.ts', 'lib/queue/server/other.ts'])
  expect(listReachable(() => false)).toEqual(['lib/queue/server/other.ts'])
})
