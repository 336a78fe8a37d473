/** Time that running jobs have to stop before they are released. */
export const jobStopMs = 5_000
/** Slightly longer: time after which a process that ends no longer waits for its jobs. */
export const jobStopTimeoutMs = 7_000
