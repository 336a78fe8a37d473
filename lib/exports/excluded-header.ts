/** Response header of an export: how many quality-control annotations it excludes, as a dictionary of RFC 9651. */
export const excludedHeaderName = 'stepmark-excluded'

export interface ExcludedQualityControlCounts {
  /** Annotations of gold solutions, or marked as quality control. */
  gold: number
  screening: number
}

/** `gold=3, screening=0` */
export const formatExcludedHeader = ({ gold, screening }: ExcludedQualityControlCounts): string =>
  `gold=${gold}, screening=${screening}`

/** Null if the header is missing or malformed. */
export function parseExcludedHeader(header: string | null): ExcludedQualityControlCounts | null {
  const match = /^gold=(\d{1,15}), screening=(\d{1,15})$/.exec(header ?? '')
  return match ? { gold: Number(match[1]), screening: Number(match[2]) } : null
}
