/**
 * Whether a call sends its input in the query, except parameters of the path. Otherwise the input is the JSON body. Separate
 * from `contract.ts`, because pages load no schemas.
 */
export const sendsInputInQuery = (method: string, accepts: 'json' | 'file'): boolean =>
  method === 'get' || method === 'delete' || accepts === 'file'
