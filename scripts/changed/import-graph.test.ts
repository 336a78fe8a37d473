import { expect, test } from 'vitest'
import { listReachable, readImportGraph } from './import-graph'

const sources: Record<string, string> = {
  'lib/queue/server/claims.ts': [
    "import { x } from '@/lib/queue/limits'",
    "import type { Row } from '@/lib/queue/rows'",
    "import { type Other, other } from './other'",
    "export { again } from '../again'",
    "const page = await import('@/components/queue/page')",
    "new Worker(new URL('./thread.mjs', import.meta.url))",
    "startScript('lib/queue/testing/run.ts')",
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
const graph = readImportGraph(Object.keys(sources), (file) => sources[file]!)

test('finds imports, re-exports, dynamic imports, threads and scripts, but no imports of types', () => {
  expect([...graph.get('lib/queue/server/claims.ts')!].sort()).toEqual([
    'components/queue/page.tsx',
    'lib/queue/again.ts',
    'lib/queue/limits.ts',
    'lib/queue/server/other.ts',
    'lib/queue/server/thread.mjs',
    'lib/queue/testing/run.ts',
  ])
})

test('reaches files through others, along the edges that may be followed', () => {
  const reach = (canFollow: (from: string, to: string) => boolean) =>
    [...listReachable(graph, 'lib/queue/server/other.ts', canFollow)].sort()
  expect(reach(() => true)).toEqual(['lib/queue/limits.ts', 'lib/queue/server/other.ts'])
  expect(reach(() => false)).toEqual(['lib/queue/server/other.ts'])
})
