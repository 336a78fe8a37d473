import { unsupportedFileKinds, malformedGzipKinds } from './malformed-binary-files'
import { malformedContentKinds } from './malformed-content'
import { malformedTextKinds } from './malformed-text'
import { malformedTableKinds } from './malformed-tables'
import type { MalformedFileGenerators } from './malformed-file'

/** All kinds of files that an import must reject with a reason. */
export const malformedFileKinds: MalformedFileGenerators = {
  ...malformedTextKinds,
  ...malformedContentKinds,
  ...malformedTableKinds,
  ...malformedGzipKinds,
  ...unsupportedFileKinds,
}
