import 'not-installed';
