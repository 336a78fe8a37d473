// npm run package: builds stepmark-VERSION.tgz, which `npm install -g` installs.
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import packageJson from '@/package.json' with { type: 'json' }
import { packFolder } from './pack-folder'
import { stagePackage } from './stage-package'

const folder = join(repositoryRoot, '.stepmark', 'package')
console.error('Building the package. This takes about a minute ...')
await stagePackage(folder)
await packFolder(folder, repositoryRoot)
console.log(`stepmark-${packageJson.version}.tgz`)
