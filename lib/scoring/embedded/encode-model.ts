import {
  featureBits,
  featureCount,
  featureVersion,
  ensembleMemberCount,
  type ScorerModel,
  weightsPerFeature,
} from './scorer-model'

export type DecodingResult = { ok: true; model: ScorerModel } | { ok: false; error: string }

/**
 * The format of a stored model, little-endian. Header: "SMSC", then 32 bits each: version of the format, version of the
 * features, bits, members, seed, solutions, steps, number of features with weights, checksum of the rest. Then
 * calibration and biases as 64-bit floats, the feature numbers in 32 bits, ascending, the highest bit set for familiar
 * words, and their weights as 16-bit floats.
 */
const fileSignature = [0x53, 0x4d, 0x53, 0x43]
const formatVersion = 2
const headerBytes = 40
const calibrationCount = 6
const floatBytes = (calibrationCount + weightsPerFeature) * 8
const featureBytes = 4 + weightsPerFeature * 2
const familiarBit = 0x80000000

/** Encodes a model: at most about 6 MB, less if it learned less. Deterministic. */
export function encodeModel(model: ScorerModel): Uint8Array<ArrayBuffer> {
  const features = listFeatures(model)
  const bytes = new Uint8Array(headerBytes + floatBytes + features.length * featureBytes)
  const view = new DataView(bytes.buffer)
  const calibrationNumbers = [model.calibration.negative, model.calibration.positive].flatMap(
    ({ slope, intercept, base }) => [slope, intercept, base],
  )
  const floats = [...calibrationNumbers, ...model.biases]
  floats.forEach((value, i) => view.setFloat64(headerBytes + i * 8, value, true))
  let offset = headerBytes + floatBytes
  for (const feature of features) {
    view.setUint32(offset, model.familiar[feature] === 1 ? feature + familiarBit : feature, true)
    offset += 4
  }
  for (const feature of features)
    for (let k = 0; k < weightsPerFeature; k++) {
      view.setFloat16(offset, model.weights[feature * weightsPerFeature + k]!, true)
      offset += 2
    }
  bytes.set(fileSignature)
  const { seed, solutions, steps } = model
  const header = [formatVersion, featureVersion, featureBits, ensembleMemberCount]
  const numbers = [...header, seed, solutions, steps, features.length, computeChecksum(bytes)]
  numbers.forEach((value, i) => view.setUint32(fileSignature.length + i * 4, value, true))
  return bytes
}

/** Decodes a model. Rejects damaged bytes and outdated features or weights. */
export function decodeModel(bytes: Uint8Array): DecodingResult {
  const corruptedResult = { ok: false, error: 'The stored scorer is corrupted.' } as const
  if (bytes.length < headerBytes + floatBytes) return corruptedResult
  if (fileSignature.some((byte, i) => bytes[i] !== byte)) return corruptedResult
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const readHeader = (i: number) => view.getUint32(fileSignature.length + i * 4, true)
  const versions = [formatVersion, featureVersion, featureBits, ensembleMemberCount]
  if (versions.some((value, i) => readHeader(i) !== value))
    return {
      ok: false,
      error: 'This scorer was trained by another version of Stepmark. Train it again.',
    }
  const count = readHeader(7)
  const hasExpectedSize = bytes.length === headerBytes + floatBytes + count * featureBytes
  if (!hasExpectedSize || readHeader(8) !== computeChecksum(bytes)) return corruptedResult
  const readFloat = (i: number) => view.getFloat64(headerBytes + i * 8, true)
  const model: ScorerModel = {
    seed: readHeader(4),
    solutions: readHeader(5),
    steps: readHeader(6),
    ...readFeatures(view, count),
    biases: Float64Array.from({ length: weightsPerFeature }, (_, i) =>
      readFloat(calibrationCount + i),
    ),
    calibration: {
      negative: { slope: readFloat(0), intercept: readFloat(1), base: readFloat(2) },
      positive: { slope: readFloat(3), intercept: readFloat(4), base: readFloat(5) },
    },
  }
  return { ok: true, model }
}

function listFeatures({ weights, familiar }: ScorerModel): number[] {
  const features: number[] = []
  for (let feature = 0; feature < featureCount; feature++) {
    const from = feature * weightsPerFeature
    const hasWeight = weights
      .subarray(from, from + weightsPerFeature)
      .some((weight) => weight !== 0)
    if (hasWeight || familiar[feature] === 1) features.push(feature)
  }
  return features
}

function readFeatures(view: DataView, count: number): Pick<ScorerModel, 'weights' | 'familiar'> {
  const weights = new Float32Array(featureCount * weightsPerFeature)
  const familiar = new Uint8Array(featureCount)
  const featuresOffset = headerBytes + floatBytes
  const weightsOffset = featuresOffset + count * 4
  for (let i = 0; i < count; i++) {
    const storedFeature = view.getUint32(featuresOffset + i * 4, true)
    const feature = storedFeature % featureCount
    familiar[feature] = Number(storedFeature >= familiarBit)
    const to = feature * weightsPerFeature
    const from = weightsOffset + i * weightsPerFeature * 2
    for (let k = 0; k < weightsPerFeature; k++)
      weights[to + k] = view.getFloat16(from + k * 2, true)
  }
  return { weights, familiar }
}

/** FNV-1a of everything after the header. */
function computeChecksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (let i = headerBytes; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193)
  return hash >>> 0
}
