import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { writeLicences } from './supply/licences'
import { readLock } from './supply/read-lock'

const path = join(repositoryRoot, 'docs', 'security', 'licences.md')
writeFileSync(path, await writeLicences(readLock(), path))
