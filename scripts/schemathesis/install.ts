import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { installPackages } from '@/scripts/python/install-packages'

const requirements = join(repositoryRoot, 'scripts', 'schemathesis', 'requirements.txt')

/**
 * Installs Schemathesis into a virtual environment in `folder`, unless it is there already. Returns the path of the program.
 * Throws PythonUnavailableError without Python 3 or its module venv.
 */
export const installSchemathesis = (folder: string): Promise<string> =>
  installPackages(folder, requirements, 'schemathesis')
