import { command, requirePerson } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import { runImportContract } from '../contract'
import { importFile } from './import-file'

const longestImportMs = 60 * 60 * 1000

export const runImport = command(runImportContract, {
  action: 'import.run',
  scope: 'project',
  timeoutMs: longestImportMs,
  async run({ actor, db, project, file }, options) {
    if (file === null) throw new AppError('invalid_input', 'Send the file as the body.')
    return importFile(db, { project, userId: requirePerson(actor).userId, file, options })
  },
  audit: ({ fileName, dryRun }, reply) => ({
    target: reply.import === null ? 'import' : `import:${reply.import}`,
    detail: {
      fileName,
      dryRun,
      sha256: reply.sha256,
      lines: reply.lines,
      solutions: reply.solutions,
      labellings: reply.labellings,
      refused: reply.refused,
    },
  }),
})
