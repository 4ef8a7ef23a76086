/** Who and where a process of the sandbox is. */
export const HOST = { name: 'tabloom', user: 'user', uid: 1000, home: '/home', shell: '/bin/sh' } as const;
