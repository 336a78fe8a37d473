import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { formatLicenceReport } from './supply/licences'
import { readPackageLock } from './supply/read-package-lock'

const path = join(repositoryRoot, 'docs', 'security', 'licences.md')
writeFileSync(path, await formatLicenceReport(readPackageLock(), path))
