// Plain JavaScript for Node 20.19 and newer: runs before any package is there.
import { spawn } from 'node:child_process'
import os from 'node:os'

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const lookMs = 500

/**
 * Runs a program to its end and passes our signals on. Returns its output if it is piped. With
 * `endsWithParent` it is also ended when the process that started us is gone: npm sends signals to
 * the shell between us, and not every shell passes them on.
 * @param {string} command @param {string[]} args @param {import('node:child_process').SpawnOptions}
 * options
 * @param {{ endsWithParent?: boolean }} [watched]
 * @returns {Promise<{ code: number, output: string }>} 128 + n as the code of a program that signal
 * n ended
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
    const look = () => {
      if (!endsWithParent || process.ppid === parent) return
      clearInterval(looking)
      child.kill('SIGTERM')
    }
    const looking = setInterval(look, lookMs)
    /** @param {number} code @param {string} [note] */
    const finish = (code, note = '') => {
      clearInterval(looking)
      for (const signal of signals) process.off(signal, forward)
      settle({ code, output: output + note })
    }
    child.once('error', (error) => finish(1, `${command} did not start: ${error.message}`))
    child.once('close', (code, signal) => finish(code ?? 128 + os.constants.signals[signal]))
  })
