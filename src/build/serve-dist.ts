/** Serves `dist/` and says where. */
import { join } from 'node:path';
import { dist } from './paths.ts';
import { RegistryPassThrough } from './registry.ts';
import { serveSites } from './server.ts';

export async function serveDist(): Promise<void> {
  const wanted = Number(process.env.PORT ?? 5173);
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65535) {
    console.error(`PORT must be a number from 0 to 65535, not ${JSON.stringify(process.env.PORT)}.`);
    process.exit(1);
  }
  const server = await serveSites(
    { app: join(dist, 'app'), sandbox: join(dist, 'sandbox') },
    { port: wanted, registry: new RegistryPassThrough({ everybody: process.env.TABLOOM_REGISTRY_OPEN === '1' }), onTaken: (port) => console.log(`Port ${port} is taken, trying ${port + 1}`) },
  );
  console.log(`App      ${server.appUrl}`);
  console.log(`Sandbox  ${server.sandboxUrl}`);
}
