import { streamQuery, query } from '@/lib/auth/server/operation'
import { listResultRows } from '@/lib/jobs/server/result-rows.sql'
import { AppError } from '@/lib/platform/errors'
import { type AgreementFilters, requestedAgreementFiltersField } from '../agreement-filters'
import {
  agreementFilterChoicesField,
  getAgreementContract,
  listAgreementsContract,
  readAgreementReportContract,
} from '../contract'
import { writeAgreementCsv, writeAgreementJson } from '../write-agreement'
import { toAgreementReply, readAgreementReply } from './agreement-reply'
import {
  agreementResultTable,
  type AgreementRunRow,
  findStoredFilterChoices,
} from './agreement-rows.sql'

export const getAgreement = query(getAgreementContract, {
  action: 'agreement.read',
  scope: 'project',
  run: ({ db, project }, { agreement }) => readAgreementReply(db, project.id, agreement),
})

export const listAgreements = query(listAgreementsContract, {
  action: 'agreement.read',
  scope: 'project',
  async run({ db, project }, { filters: text }) {
    const filters = text === undefined ? null : readFilters(text)
    const [rows, choices] = await Promise.all([
      listResultRows<AgreementRunRow>(db, {
        table: agreementResultTable,
        projectId: project.id,
        request: filters,
      }),
      findStoredFilterChoices(db, project.id),
    ])
    return {
      agreements: rows.map(toAgreementReply),
      choices: agreementFilterChoicesField.nullable().catch(null).parse(choices),
    }
  },
})

function readFilters(text: string): AgreementFilters {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', 'filters: must be JSON')
  }
  const parsed = requestedAgreementFiltersField.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AppError(
    'invalid_input',
    `filters: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
  )
}

const missingResultMessages: Readonly<Record<AgreementRunRow['state'], string>> = {
  running: 'This computation is still running. Download it when it is done.',
  failed: 'This computation failed, so it has no result. Start a new one.',
  cancelled: 'This computation was cancelled, so it has no result. Start a new one.',
  done: 'This result was stored by an older version of Stepmark, which this version can’t read. Start a new computation.',
}

export const readAgreementReport = streamQuery(readAgreementReportContract, {
  action: 'agreement.read',
  scope: 'project',
  fileName: ({ project, agreement, format }) =>
    `${project}-agreement-${agreement.slice(0, 8)}.${format}`,
  mediaType: ({ format }) => (format === 'csv' ? 'text/csv' : 'application/json'),
  async *run({ db, project }, { agreement, format }) {
    const { result, state, filters, by } = await readAgreementReply(db, project.id, agreement)
    if (result === null) throw new AppError('conflict', missingResultMessages[state], { state })
    const report = { project: project.slug, agreement, filters, by, result }
    yield* format === 'csv' ? writeAgreementCsv(report) : writeAgreementJson(report)
  },
})
