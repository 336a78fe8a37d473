import type { ReplyOf } from '@/lib/platform/contract'
import type { AgreementFilters } from '@/lib/review/agreement-filters'
import type { getAgreementContract, listAgreementsContract } from '@/lib/review/agreement-contract'

export type Agreement = ReplyOf<typeof getAgreementContract>
export type AgreementResult = NonNullable<Agreement['result']>
export type AgreementReport = AgreementResult['report']
export type Choices = NonNullable<ReplyOf<typeof listAgreementsContract>['choices']>
export type Measure = AgreementReport['measures']['firstErrorExact']
export type Week = AgreementReport['weeks'][number]
export type Pair = AgreementReport['pairs'][number]
export type { AgreementFilters }

/** When a version of the guideline was published, which a plot marks. */
export interface Publication {
  version: number
  publishedAt: string
}

/** The list of disagreements: all, or those over one kind. */
export function addressDisagreements(slug: string, kind?: 'negative' | 'neutral'): string {
  return `/projects/${slug}/review${kind ? `?kind=${kind}` : ''}`
}

export function addressReport(slug: string, agreement: string, format: 'csv' | 'json'): string {
  return `/api/v1/projects/${slug}/agreements/${agreement}/report?format=${format}`
}
