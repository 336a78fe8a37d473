import { AppError } from '../errors'
import { getOutboundClient } from './outbound'

/**
 * Checks a URL from a user before it is saved or called.
 * @param location the field with the URL
 * @throws AppError `invalid_input` that names the field, if requests to it are not allowed
 */
export async function checkOutboundUrl(url: string, location: string): Promise<void> {
  try {
    await getOutboundClient().check(url)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const issues = [{ location, reason: error.message }]
    throw new AppError('invalid_input', error.message, { issues })
  }
}
