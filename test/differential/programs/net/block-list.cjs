// Block lists and socket addresses.
const net=require('net'); const b=new net.BlockList();
b.addAddress('1.2.3.4'); b.addAddress('::1','ipv6'); b.addRange('10.0.0.1','10.0.0.9'); b.addSubnet('192.168.0.0',16); b.addSubnet('2001:db8::',32,'ipv6'); b.addAddress('1.2.3.4');
console.log(b.rules, b.size, b.check('::ffff:1.2.3.4','ipv6'), b.check('10.0.0.5'), b.check('bad'), b.check('192.168.3.4'), b.check('2001:db8::5','ipv6'));
b.removeAddress('1.2.3.4'); console.log(b.rules,b.size);
b.removeRange('10.0.0.1','10.0.0.9'); b.removeSubnet('192.168.0.0',16); console.log(b.rules,b.size);
try { new net.SocketAddress({address:'x'}) } catch(e) { console.log(e.code,e.message) }
try { b.addRange('10.0.0.9','10.0.0.1') } catch(e) { console.log(e.code,e.message) }
const s=new net.SocketAddress({address:'2001:DB8:0:0::1',family:'ipv6',port:80,flowlabel:5}); console.log(s, s.address, s.toJSON(), net.SocketAddress.parse('1.2.3.4:80'));
b.addAddresses(['5.5.5.5','6.6.6.6']); console.log(b.rules); b.clear(); console.log(b.rules,b.size, b.toJSON?.());
b.addSubnet('192.168.5.6',16); b.addSubnet('10.1.2.3', 13);b.addSubnet('2001:db8:1:2:3:4:5:6',35,'ipv6'); console.log(b.rules, b.check('192.168.77.1'), b.check('::ffff:192.168.77.1', 'ipv6'));
const mixed = new net.BlockList(); mixed.addSubnet('10.0.0.0', 8); mixed.addRange('2.2.2.2', '2.2.2.3'); mixed.addSubnet('fe80::', 8, 'ipv6'); mixed.addRange('::1', '::2', 'ipv6'); mixed.addAddress('1.1.1.1'); console.log(mixed.rules, mixed.check('2.2.2.3'), mixed.check('10.1.1.1'), mixed.check('::2', 'ipv6'));
mixed.removeRange?.('2.2.2.2', '2.2.2.3'); mixed.removeSubnet?.('10.0.0.0', 8); console.log(mixed.rules);
