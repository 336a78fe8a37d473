import { hash } from 'node:crypto'

/** The identity of a solution with an external id: SHA-256, in hex. */
export const hashExternalId = (externalId: string): string =>
  hash('sha256', JSON.stringify(['id', externalId]), 'hex')
