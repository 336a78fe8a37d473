// Shifts the clock of this process by STEPMARK_TEST_CLOCK_SHIFT_MS. Loaded before everything else (NODE_OPTIONS=--import).
const shiftMs = Number(process.env.STEPMARK_TEST_CLOCK_SHIFT_MS ?? 0)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shiftMs)
    else super(...args)
  }

  static now() {
    return RealDate.now() + shiftMs
  }
}

// `Date()` without `new` returns text. Dates that were not made by this class (structuredClone) are still instances of it.
globalThis.Date = new Proxy(ShiftedDate, { apply: () => new ShiftedDate().toString() })
Object.defineProperty(ShiftedDate, Symbol.hasInstance, {
  value: (value) => RealDate[Symbol.hasInstance].call(RealDate, value),
})
Object.defineProperty(ShiftedDate, 'name', { value: 'Date' })
