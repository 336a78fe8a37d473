import type { listImportsContract, runImportContract } from '@/lib/imports/contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type ImportReport = ReplyOf<typeof runImportContract>
export type LineProblem = ImportReport['problemsByLine'][number]
export type PastImport = ReplyOf<typeof listImportsContract>['imports'][number]

const formatNames: Record<string, string> = {
  prm800k: 'PRM800K',
  generic: 'generic JSONL',
}

/** `prm800k, generic` as people say it. */
export function nameFormat(format: string): string {
  return format
    .split(', ')
    .map((name) => formatNames[name] ?? name)
    .join(' and ')
}

/** A refusal because of bad lines brings the whole report. */
export function readReport(details: Readonly<Record<string, unknown>>): ImportReport | null {
  return Array.isArray(details.problemsByLine) ? (details as unknown as ImportReport) : null
}
