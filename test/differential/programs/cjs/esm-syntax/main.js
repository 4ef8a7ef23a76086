console.log('before');
import fs from 'fs';
