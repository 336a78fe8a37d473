// Plain JavaScript for Node 20.19 and newer: runs before any package is installed.
import { spawn } from 'node:child_process'
import os from 'node:os'

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const parentCheckMs = 500

/**
 * Runs a program until it exits and forwards our signals to it. Returns its output if it is piped.
 * With `endsWithParent` it is also ended when our parent process exits: npm sends signals to the
 * shell between npm and us, and not every shell forwards them.
 * @param {string} command @param {string[]} args @param {import('node:child_process').SpawnOptions}
 * options
 * @param {{ endsWithParent?: boolean }} [lifetime]
 * @returns {Promise<{ code: number, output: string }>} The code is 128 + n if signal n ended the
 * program.
 */
export const runChildProcess = (command, args, options, { endsWithParent = false } = {}) =>
  new Promise((settle) => {
    const child = spawn(command, args, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the child as well.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of signals) process.on(signal, forward)
    const parent = process.ppid
    const checkParent = () => {
      if (!endsWithParent || process.ppid === parent) return
      clearInterval(parentTimer)
      child.kill('SIGTERM')
    }
    const parentTimer = setInterval(checkParent, parentCheckMs)
    /** @param {number} code @param {string} [note] */
    const finish = (code, note = '') => {
      clearInterval(parentTimer)
      for (const signal of signals) process.off(signal, forward)
      settle({ code, output: output + note })
    }
    child.once('error', (error) => finish(1, `Couldn't start ${command}: ${error.message}`))
    child.once('close', (code, signal) => finish(code ?? 128 + os.constants.signals[signal]))
  })
