import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { maxJobConnections } from '@/lib/jobs/server/pg-boss'
import { maxRequestConnections } from '@/lib/platform/server/database'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

test.each(['operate.md', 'pgbouncer.md'])(
  'docs/%s states how many database connections a process uses',
  (name) => {
    const text = readFileSync(join(repositoryRoot, 'docs', name), 'utf8').replaceAll(/\s+/g, ' ')
    expect(text).toContain(`up to ${maxRequestConnections} connections`)
    expect(text).toContain('one for its readiness check')
    expect(text).toContain(`${maxJobConnections} more where it runs jobs`)
  },
)
