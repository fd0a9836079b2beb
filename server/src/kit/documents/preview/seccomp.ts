// Seccomp filter of the sandbox: refuses system calls with which other programs left sandboxes, and which no converter
// needs. The list follows that of Flatpak, with io_uring and bpf.
import { arch } from 'node:process'

/** Numbers of refused system calls on x86-64 and on arm64. A program of either has no other way to make them. */
const refusedCalls = {
  acct: [163, 89],
  add_key: [248, 217],
  bpf: [321, 280],
  chroot: [161, 51],
  delete_module: [176, 106],
  fanotify_init: [300, 262],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  personality: [135, 92],
  pivot_root: [155, 41],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  reboot: [169, 142],
  request_key: [249, 218],
  setns: [308, 268],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
  vhangup: [153, 58],
} as const satisfies Record<string, readonly [x64: number, arm64: number]>

const machines = {
  x64: { auditArch: 0xc000_003e, column: 0 },
  arm64: { auditArch: 0xc000_00b7, column: 1 },
} as const

// linux/bpf_common.h and linux/seccomp.h
const [loadWord, jumpIfEqual, jumpIfAtLeast, answer] = [0x20, 0x15, 0x35, 0x06]
const [offsetOfNumber, offsetOfArch] = [0, 4]
const [allow, kill, failWithEperm] = [0x7fff_0000, 0x8000_0000, 0x0005_0001]
/** Calls of the x32 interface, which have other numbers, begin here. */
const x32Calls = 0x4000_0000

/** A classic BPF instruction: code, jumps and value. */
function encodeInstruction(code: number, jumpIfTrue: number, jumpIfFalse: number, value: number): Buffer {
  const instruction = Buffer.alloc(8)
  instruction.writeUInt16LE(code, 0)
  instruction.writeUInt8(jumpIfTrue, 2)
  instruction.writeUInt8(jumpIfFalse, 3)
  instruction.writeUInt32LE(value, 4)
  return instruction
}

/**
 * The filter as `bwrap --seccomp` reads it, or null on machines of another kind. A refused call fails with EPERM. The
 * calls of another architecture end the program, because their numbers have other meanings.
 */
export function createSeccompFilter(): Buffer | null {
  const machine = Object.entries(machines).find(([name]) => name === arch)?.[1]
  if (!machine) return null
  const numbers = Object.values(refusedCalls).map((pair) => pair[machine.column])
  return Buffer.concat([
    encodeInstruction(loadWord, 0, 0, offsetOfArch),
    encodeInstruction(jumpIfEqual, 1, 0, machine.auditArch),
    encodeInstruction(answer, 0, 0, kill),
    encodeInstruction(loadWord, 0, 0, offsetOfNumber),
    encodeInstruction(jumpIfAtLeast, numbers.length + 1, 0, x32Calls),
    ...numbers.map((number, i) => encodeInstruction(jumpIfEqual, numbers.length - i, 0, number)),
    encodeInstruction(answer, 0, 0, allow),
    encodeInstruction(answer, 0, 0, failWithEperm),
  ])
}
