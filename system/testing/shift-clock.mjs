// Loaded before everything else (NODE_OPTIONS=--import): the clock of this process is wrong by so much.
const shiftMs = Number(process.env.STEPMARK_TEST_CLOCK_SHIFT_MS ?? 0)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs)
    else super(...given)
  }

  static now() {
    return RealDate.now() + shiftMs
  }
}

// `Date()` without `new` gives a text; what is made elsewhere (structuredClone) is a date all the same.
globalThis.Date = new Proxy(ShiftedDate, { apply: () => new ShiftedDate().toString() })
Object.defineProperty(ShiftedDate, Symbol.hasInstance, {
  value: (thing) => RealDate[Symbol.hasInstance].call(RealDate, thing),
})
Object.defineProperty(ShiftedDate, 'name', { value: 'Date' })
