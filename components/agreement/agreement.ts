import type { AgreementFilters } from '@/lib/agreement/agreement-filters'
import type { AgreementFilterChoices, getAgreementContract } from '@/lib/agreement/contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type Agreement = ReplyOf<typeof getAgreementContract>
export type AgreementResult = NonNullable<Agreement['result']>
export type AgreementReport = AgreementResult['report']
export type AgreementMeasure = AgreementReport['measures']['firstErrorExact']
export type AgreementWeek = AgreementReport['weeks'][number]
export type AnnotatorPair = AgreementReport['pairs'][number]
export type { AgreementFilterChoices, AgreementFilters }

/** A guideline version, marked in the weekly plot. */
export interface GuidelinePublication {
  version: number
  publishedAt: string
}

export function agreementReportHref(
  slug: string,
  agreement: string,
  format: 'csv' | 'json',
): string {
  return `/api/v1/projects/${slug}/agreements/${agreement}/report?format=${format}`
}
