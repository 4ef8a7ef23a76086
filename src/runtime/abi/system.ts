/** What the sandbox calls itself: `uname`, `os` and `/proc` say the same. */
export const SYSTEM = { name: 'Linux', host: 'tabloom', release: '6.1.0-tabloom', version: '#1 SMP PREEMPT_DYNAMIC', machine: 'x86_64' } as const;
