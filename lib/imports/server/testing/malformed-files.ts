import { unsupportedFileKinds, malformedGzipKinds } from './malformed-binary-files'
import { malformedContentKinds } from './malformed-content'
import type { MalformedFileGenerators } from './malformed-file'
import { malformedTableKinds } from './malformed-tables'
import { malformedTextKinds } from './malformed-text'

/** All kinds of files that an import must reject with a reason. */
export const malformedFileKinds: MalformedFileGenerators = {
  ...malformedTextKinds,
  ...malformedContentKinds,
  ...malformedTableKinds,
  ...malformedGzipKinds,
  ...unsupportedFileKinds,
}
